"""The plants: faults put into PyTorch, in the process that this is, to see which claims notice.

Each public function is one, and its docstring says what it does. There is no way back: the process ends with its claim.
"""

from __future__ import annotations

from typing import Any

import torch
from torch._dynamo import config as dynamo_config
from torch._dynamo.guards import GuardBuilder
from torch._inductor import config, cpp_builder, ir, lowering
from torch._inductor.codegen import cpp

_aten = torch.ops.aten

#: The chapters that a plant is tried on, where only Dynamo is touched: what it captures, and when it does so again.
TRIED_ON = {
    "sizes_stay_static": ("capture", "guards", "layouts", "breaks", "loops", "selection"),
    "two_variants": ("capture", "guards", "layouts", "breaks", "loops", "selection"),
    "scalars_captured": ("capture", "guards", "layouts", "breaks", "loops", "selection"),
    "never_dynamic": ("capture", "guards", "layouts", "breaks", "loops", "selection"),
    "sizes_unguarded": ("capture", "guards", "layouts", "breaks", "loops", "selection"),
}


def realise_everything() -> None:
    """The pointwise lowering stores every intermediate result (patched: PyTorch has no switch for it)."""
    create = ir.Pointwise.create

    def realised(*arguments: Any, **named: Any) -> Any:
        box = create(*arguments, **named)
        box.realize()
        return box

    ir.Pointwise.create = realised  # type: ignore[method-assign]


def no_size_assertions() -> None:
    """Wrappers assert neither size nor stride (`size_asserts` is off)."""
    config.size_asserts = False


def no_inplace_buffers() -> None:
    """No kernel writes into the buffer that it reads (`inplace_buffers` is off)."""
    config.inplace_buffers = False


def scalar_code() -> None:
    """Kernels are generated without vectors on a machine that has them (`cpp.simdlen` is 1)."""
    config.cpp.simdlen = 1


def fast_math() -> None:
    """The flags of every compile command end in `-ffast-math` (patched)."""
    flags = cpp_builder._get_ffast_math_flags
    cpp_builder._get_ffast_math_flags = lambda: [*flags(), "ffast-math"]


def nan_dropped() -> None:
    """The generated maximum with zero gives zero for NaN (patched)."""
    zero = "decltype({0})(0)"
    scalar, vector = f"({{0}} > {zero} ? {{0}} : {zero})", f"decltype({{0}})::blendv({zero}, {{0}}, {{0}} > {zero})"
    cpp.CppOverrides.relu = staticmethod(scalar.format)  # type: ignore[method-assign]
    cpp.CppVecOverrides.relu = staticmethod(vector.format)  # type: ignore[method-assign]


def transpose_copied() -> None:
    """A transpose is stored as a matrix of its own (patched lowering of `permute`)."""
    permute = lowering.lowerings[_aten.permute.default]

    def copied(x: Any, dims: Any) -> Any:
        box = lowering.clone(permute(x, dims))
        box.realize()
        return box

    lowering.lowerings[_aten.permute.default] = copied


def product_as_loop() -> None:
    """The product of two matrices is a generated reduction and no library call (patched lowering of `mm`)."""

    def product(left: Any, right: Any, *_: Any, **__: Any) -> Any:
        terms = lowering.mul(lowering.unsqueeze(left, 2), lowering.unsqueeze(right, 0))
        return lowering.sum_(terms, axis=[1])

    lowering.lowerings[_aten.mm.default] = product


def sizes_stay_static() -> None:
    """A size that has changed is no reason to make it symbolic (`automatic_dynamic_shapes` is off)."""
    dynamo_config.automatic_dynamic_shapes = False


def two_variants() -> None:
    """Dynamo compiles a code object twice and then no more (`recompile_limit` is 2)."""
    dynamo_config.recompile_limit = 2


def scalars_captured() -> None:
    """A Python number taken out of a tensor is captured into the graph (`capture_scalar_outputs` is on)."""
    dynamo_config.capture_scalar_outputs = True


def never_dynamic() -> None:
    """Whoever calls torch.compile asks for `dynamic=False`, whatever they wrote (patched)."""
    compile_as_asked = torch.compile

    def compile_for_one_size(*arguments: Any, **named: Any) -> Any:
        return compile_as_asked(*arguments, **{**named, "dynamic": False})

    torch.compile = compile_for_one_size


def sizes_unguarded() -> None:
    """No guard compares the size of a tensor; strides and all else are compared (patched)."""
    match = GuardBuilder.TENSOR_MATCH

    def match_any_size(self: GuardBuilder, guard: Any, value: Any = None) -> None:
        graph = self.check_fn_manager.output_graph
        known = graph.input_source_to_sizes_strides if graph else {}
        source = guard.originating_source
        if source in known:
            # PyTorch's own mark of a dimension that is not compared.
            known[source] = {**known[source], "size": (None,) * len(known[source]["size"])}
        match(self, guard, value)

    GuardBuilder.TENSOR_MATCH = match_any_size  # type: ignore[method-assign]
