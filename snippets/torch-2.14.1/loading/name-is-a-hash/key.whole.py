class FxGraphHashDetails:
    """
    Object to capture all the details for a compiled FX graph relevant to computing
    a safe and stable cache key.
    """

    # Excluded kwargs param that are not stable between runs or that
    # don't affect compiled output (like compile_region_name which is
    # just a debug label).
    EXCLUDED_KWARGS = ["graph_id", "compile_region_name"]
    TENSOR_METADATA_KEYS = ("val", "example_value")
    LIKE_FACTORY_TARGETS = (
        torch.empty_like,
        torch.full_like,
        torch.ones_like,
        torch.rand_like,
        torch.randint_like,
        torch.randn_like,
        torch.zeros_like,
    )
    LIKE_FACTORY_PACKETS = (
        torch.ops.aten.empty_like,
        torch.ops.aten.full_like,
        torch.ops.aten.ones_like,
        torch.ops.aten.rand_like,
        torch.ops.aten.randint_like,
        torch.ops.aten.randn_like,
        torch.ops.aten.zeros_like,
    )

    @classmethod
    def _contains_tensor(cls, value: Any) -> bool:
        if isinstance(value, torch.Tensor):
            return True
        if isinstance(value, (list, tuple, OrderedSet, frozenset)):
            return any(cls._contains_tensor(x) for x in value)
        if isinstance(value, dict):
            return any(
                cls._contains_tensor(x)
                for x in itertools.chain(value.keys(), value.values())
            )
        return False

    @classmethod
    def _contains_cpu_tensor(cls, value: Any) -> bool:
        if isinstance(value, torch.Tensor):
            return value.device.type == "cpu"
        if isinstance(value, (list, tuple, OrderedSet, frozenset)):
            return any(cls._contains_cpu_tensor(x) for x in value)
        if isinstance(value, dict):
            return any(
                cls._contains_cpu_tensor(x)
                for x in itertools.chain(value.keys(), value.values())
            )
        return False

    @staticmethod
    def _device_type(value: Any) -> str | None:
        if isinstance(value, torch.device):
            return value.type
        if isinstance(value, str):
            try:
                return torch.device(value).type
            except RuntimeError:
                return None
        return None

    @classmethod
    def _is_factory_target(
        cls, target: Any, targets: tuple[Any, ...], packets: tuple[Any, ...]
    ) -> bool:
        if target in targets or target in packets:
            return True
        overload_packet = getattr(target, "overloadpacket", None)
        return overload_packet in packets

    @classmethod
    def _tensor_metadata(cls, node: torch.fx.Node) -> tuple[Any, ...]:
        return tuple(
            node.meta[key] for key in cls.TENSOR_METADATA_KEYS if key in node.meta
        )

    @classmethod
    def _factory_device_type(cls, node: torch.fx.Node) -> str | None:
        if node.op != "call_function":
            return None

        is_default_device_factory = cls._is_factory_target(
            node.target,
            _default_device_constructor_targets(),
            _default_device_constructor_overload_packets(),
        )
        is_like_factory = cls._is_factory_target(
            node.target,
            cls.LIKE_FACTORY_TARGETS,
            cls.LIKE_FACTORY_PACKETS,
        )
        if not (is_default_device_factory or is_like_factory):
            return None

        device_type = cls._device_type(node.kwargs.get("device"))
        if device_type is not None:
            return device_type

        schema = getattr(node.target, "_schema", None)
        if schema is not None:
            for arg, value in zip(schema.arguments, node.args):
                if arg.name == "device":
                    device_type = cls._device_type(value)
                    if device_type is not None:
                        return device_type

        if is_like_factory:
            return None
        return torch.device(torch.get_default_device()).type

    @classmethod
    def _may_generate_cpu_cpp_code(
        cls, gm: torch.fx.GraphModule | None, example_inputs: Sequence[InputType]
    ) -> bool:
        if cls._contains_cpu_tensor(example_inputs):
            return True
        if gm is None:
            return False
        for module in gm.modules():
            if not isinstance(module, torch.fx.GraphModule):
                continue
            for node in module.graph.nodes:
                tensor_metadata = cls._tensor_metadata(node)
                if cls._contains_cpu_tensor(tensor_metadata):
                    return True
                if not cls._contains_tensor(tensor_metadata) and (
                    cls._factory_device_type(node) == "cpu"
                ):
                    return True
        return False

    def __init__(
        self,
        gm: torch.fx.GraphModule | None,
        example_inputs: Sequence[InputType],
        fx_kwargs: _CompileFxKwargs,
        inputs_to_check: Sequence[int],
    ) -> None:
        self.gm = gm
        # Replace opaque references with hashable ordinals. What's important
        # is that if the same reference appears twice then it's the same hash
        # value for each.
        processed_inputs: list[InputType | HashableOpaqueValue] = []
        seen_opaques: dict[int, HashableOpaqueValue] = {}
        for inp in example_inputs:
            if is_opaque_symbolic_type(type(inp)):
                if id(inp) not in seen_opaques:
                    seen_opaques[id(inp)] = HashableOpaqueValue(len(seen_opaques))
                processed_inputs.append(seen_opaques[id(inp)])
            else:
                processed_inputs.append(inp)
        self.example_inputs = processed_inputs
        self.cache_key_tag = cconfig.cache_key_tag
        self.nested_inductor_config_patches = (
            _collect_nested_region_inductor_config_patches_for_hash(gm)
            if gm is not None
            else ()
        )

        # Order kwargs so hashing is stable to changes in kwarg order. Although
        # it's technically a _CompileFxKwargs we don't actually need it typed as
        # such since we're just using it to generate a hash.
        self.fx_kwargs: dict[str, object] = {}
        for k, v in sorted(fx_kwargs.items()):
            if k not in self.EXCLUDED_KWARGS:
                if type(v) in (set, OrderedSet):  # noqa: set_linter
                    # Special case to handle set params. Python sets can't be
                    # ordered, so sort the elements and store them in a proxy.
                    self.fx_kwargs[k] = OrderedSetHolder(sorted(v))  # type: ignore[call-overload]
                else:
                    self.fx_kwargs[k] = v

        from torch._higher_order_ops.triton_kernel_wrap import (
            kernel_side_table,
            triton_kernel_wrapper_functional,
            triton_kernel_wrapper_mutation,
        )
        from torch._inductor.codegen.wrapper import (
            user_defined_triton_kernel_transitive_closure_source_code,
        )

        # Node meta will not be part of gm's reduce function, so lets remember
        # the kernel source code separately
        self.user_defined_triton_source: list[Any] = []
        if gm is not None:
            for module in gm.modules():
                if not isinstance(module, torch.fx.GraphModule):
                    continue
                for node in itertools.chain(
                    module.graph.find_nodes(
                        op="call_function", target=triton_kernel_wrapper_functional
                    ),
                    module.graph.find_nodes(
                        op="call_function", target=triton_kernel_wrapper_mutation
                    ),
                ):
                    from triton.runtime.autotuner import Autotuner

                    kernel = kernel_side_table.get_kernel(node.kwargs["kernel_idx"])
                    configs = None
                    if isinstance(kernel, Autotuner):
                        if kernel.configs:
                            configs = str(
                                sorted(
                                    sorted(str(kv) for kv in c.all_kwargs().items())
                                    for c in kernel.configs
                                )
                            )
                        kernel = kernel.fn

                    kernel_source = (
                        user_defined_triton_kernel_transitive_closure_source_code(
                            kernel
                        )
                    )
                    constant_args = kernel_side_table.get_constant_args(
                        node.kwargs["constant_args_idx"]
                    )
                    self.user_defined_triton_source.append(
                        (kernel_source, constant_args, configs)
                    )

        no_tensor_inputs = not any(isinstance(x, torch.Tensor) for x in example_inputs)
        # This device index is usually already encoded by the device of the inputs
        # but fx graphs don't necessarily have tensor inputs. If there aren't any,
        # we need to guard on the device index in case we allocate cuda tensors
        if no_tensor_inputs and torch.accelerator.is_available():
            self.default_cuda_device_index = torch.accelerator.current_device_index()

        # 'Deterministic algorithms' can affect codegen via lowering to cuda kernels.
        self.deterministic_algorithms_settings = (
            torch.are_deterministic_algorithms_enabled(),
            torch.is_deterministic_algorithms_warn_only_enabled(),
            torch.utils.deterministic.fill_uninitialized_memory,  # type: ignore[attr-defined]
        )

        # CPU C++ kernels specialize on torch.get_num_threads() when cpp.threads
        # is left at its runtime default and dynamic threading is disabled.
        # Include that resolved value so FX graph cache entries compiled under
        # one thread count are not reused under another.
        if (
            config.cpp.threads < 1
            and not config.cpp.dynamic_threads
            and self._may_generate_cpu_cpp_code(gm, example_inputs)
        ):
            self.cpp_runtime_thread_count = parallel_num_threads()

        # Provenance tracking level affects whether provenance data is stored
        # in the CompiledFxGraph, so it must be part of the cache key.
        # Note: the "trace" prefix is excluded from _cache_config_ignore_prefix,
        # so we add this explicitly.
        self.provenance_tracking_level = config.effective_provenance_tracking_level()
        self.provenance_tracking_to_timeline = (
            config.trace.provenance_tracking_to_timeline
        )

        # Factory ops with dtype=None are lowered using the ambient default dtype,
        # so cached code compiled under one default dtype is not valid under another.
        self.default_dtype = torch.get_default_dtype()

        # Global settings affecting matmul codegen.
        self.cuda_matmul_settings = (
            torch.backends.cuda.matmul.fp32_precision,
            torch.backends.cuda.matmul.allow_fp16_reduced_precision_reduction,
            torch.backends.cuda.matmul.allow_bf16_reduced_precision_reduction,
        )

        # compile-on-one-rank changes wrapper and kernel codegen (runtime device
        # resolution, DeviceProperties(index=None)) even for graphs that contain no
        # coor::current_device node, so an entry compiled with it off must not be served
        # to a compile with it on -- that would hand back the device-baked artifact CooR
        # exists to avoid.
        from torch.fx.experimental.proxy_tensor import _coor_enabled

        self.compile_on_one_rank = _coor_enabled()

        # Include cudagraph annotation in cache key only when it changes
        # behavior. When both fwd and bwd are overridden to the same value,
        # normalize to a simple boolean (equivalent to flipping the config).
        # When fwd and bwd differ, include the full annotation.
        if gm is not None:
            annotation = gm.meta.get("cudagraph_annotation")
            if annotation is not None:
                default = config.triton.cudagraphs
                if annotation.fwd == annotation.bwd and annotation.fwd is not None:
                    if annotation.fwd != default:
                        self.cudagraph_override = annotation.fwd
                elif (annotation.fwd is not None and annotation.fwd != default) or (
                    annotation.bwd is not None and annotation.bwd != default
                ):
                    self.cudagraph_annotation = annotation

        # Also hash on various system info (including the triton compiler version).
        self.torch_version = torch_key()
        self.system_info = CacheBase.get_system()
        self.inductor_config = config.save_config_portable(
            ignore_private_configs=False, readonly_values=True
        )
        # pyrefly: ignore [missing-attribute]
        self.inductor_config_comms = config_comms.save_config_portable(
            ignore_private_configs=False, readonly_values=True
        )

        # Custom passes should provide an ID to hash when they run late (after cache lookup).
        if resolve_pre_grad_pass_timing() != "early":
            self.pre_grad_custom_pass = self._get_custom_pass_detail(
                config.pre_grad_custom_pass
            )
        self.post_grad_custom_pre_pass = self._get_custom_pass_detail(
            config.post_grad_custom_pre_pass
        )
        # TODO: change to more holistic config rather than bundled_autograd_cache
        self.precompile_enabled = torch._functorch.config.bundled_autograd_cache
        self.post_grad_custom_post_pass = self._get_custom_pass_detail(
            config.post_grad_custom_post_pass
        )
        self.joint_custom_pre_pass = self._get_custom_pass_detail(
            config.joint_custom_pre_pass
        )
        self.joint_custom_post_pass = self._get_custom_pass_detail(
            config.joint_custom_post_pass
        )
        self._pre_fusion_custom_pass = self._get_custom_pass_detail_unsafe(
            config._pre_fusion_custom_pass
        )
        self._post_fusion_custom_pass = self._get_custom_pass_detail_unsafe(
            config._post_fusion_custom_pass
        )
        self._fuse_ddp_communication_passes = self._get_custom_pass_detail_unsafe(
            config._fuse_ddp_communication_passes
        )

        # Register inductor backends and custom passes and get their UUIDs.
        init_backend_registration()
        self.custom_backend_passes = tuple(
            map(self._get_custom_pass_detail, custom_backend_passes.values())
        )

        # Save custom inductor codegen configs
        self.custom_backend_codegen_configs = {
            device: custom_config.save_config_portable(
                ignore_private_configs=False, readonly_values=True
            )
            for device, custom_config in custom_backend_codegen_configs.items()
            if custom_config is not None
        }

        # Register the custom partitioner function
        self._custom_partitioner_fn = self._get_custom_partitioner_fn_detail(
            config.custom_partitioner_fn
        )

        # Include hint overrides in the cache key because _reduce_symint
        # only hashes symbol names, not hint values.
        self.var_to_hint_override: dict[str, int] = {}
        shape_env = FxGraphCache._get_shape_env()
        if shape_env is not None and shape_env.var_to_hint_override:
            self.var_to_hint_override = {
                str(sym): val
                for sym, val in sorted(
                    shape_env.var_to_hint_override.items(), key=lambda x: str(x[0])
                )
            }

    # This is mainly added to handle these two inductor configs, which are (unfortunately)
    # sometimes cache safe:
    # - _pre_fusion_custom_pass
    # - _post_fusion_custom_pass
    # - _fuse_ddp_communication_passes
    # Their types can be found in `torch/_inductor/config.py`, but:
    # - if they are string names, we can cache them safely (one is by default)
    # - if any of them are set to custom callables, we will need to cache miss
    # Future work is for someone to find any places where these functions are used
    # and force them to be of type CustomGraphPass, so we can guarantee serialization.
    def _get_custom_pass_detail_unsafe(self, custom_pass: Any) -> Any | None:
        if not custom_pass:
            return None
        if isinstance(custom_pass, list):
            return [self._get_custom_pass_detail_unsafe(x) for x in custom_pass]
        if isinstance(custom_pass, tuple):
            return tuple(self._get_custom_pass_detail_unsafe(x) for x in custom_pass)
        if isinstance(custom_pass, str):
            return custom_pass
        if isinstance(custom_pass, CustomPassBase):
            return custom_pass.uuid()
        if callable(custom_pass):
            # Returning None is safe here because we raise an explicit bypass error
            # later if we detect these passes are set to callables
            return None
        raise AssertionError(f"unknown config type: {str(type(custom_pass))}")

    def _get_custom_pass_detail(
        self,
        custom_pass: (
            CustomGraphPassCallable
            | list[CustomGraphPassCallable]
            | tuple[CustomGraphPassCallable, ...]
            | CustomGraphModulePass
            | None
        ),
    ) -> Any | None:
        if not custom_pass:
            # Empty custom-pass lists mean no passes, matching None.
            return None
        if isinstance(custom_pass, (list, tuple)):
            return tuple(self._get_custom_pass_detail(x) for x in custom_pass)
        if not isinstance(custom_pass, (CustomGraphPass, CustomGraphModulePass)):
            raise AssertionError(f"unknown custom pass type: {str(type(custom_pass))}")
        return custom_pass.uuid()

    def _get_custom_partitioner_fn_detail(
        self, custom_partitioner_fn: CustomPartitionerFnType
    ) -> Any | None:
        if not custom_partitioner_fn:
            return None
        if not isinstance(custom_partitioner_fn, CustomPartitionerFn):
            raise AssertionError(
                f"Expected CustomPartitionerFn, got {type(custom_partitioner_fn)}"
            )
        return custom_partitioner_fn.uuid()
