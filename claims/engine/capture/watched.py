"""A generated wrapper, loaded past the guards and run with each of its calls watched."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any
from unittest import mock

import torch
from torch import Tensor

from ..excerpt import Artifact


@dataclass(frozen=True)
class Step:
    """One call that the wrapper makes of a library, of a generated function, or for memory."""

    name: str
    """As the wrapper says it: ``empty_strided_cpu``, ``extern_kernels.mm``, ``cpp_fused_add_relu_0``."""
    operands: tuple[str, ...]
    """Its tensors by storage: ``input`` or ``memory 1``, ``memory 2`` in the order of their first appearance."""
    wrote: tuple[str, ...]
    """The storages that it changed, those that it made included."""


@dataclass
class WatchedCall:
    """One call of a wrapper: its steps in order, and what it returned."""

    steps: list[Step] = field(default_factory=list)
    returned: tuple[str, ...] = ()
    """The returned tensors by storage."""
    output: tuple[Any, ...] = ()

    @property
    def artifact(self) -> Artifact:
        """A row for each step: its name and the storages that it was handed or made, the written ones marked."""
        rows = [(s.name, [f"{o}{' (written)' if o in s.wrote else ''}" for o in s.operands]) for s in self.steps]
        rows.append(("return", list(self.returned)))
        text = "".join(f"{name:<23}{', '.join(operands)}".rstrip() + "\n" for name, operands in rows)
        return Artifact("the wrapper's steps", text)

    def writes(self, memory: str) -> list[str]:
        """Return the names of the steps after its allocation that changed a storage."""
        return [s.name for s in self.steps if memory in s.wrote and s.name != "empty_strided_cpu"]


@dataclass
class _Watch:
    call: WatchedCall
    labels: dict[int, str]
    held: list[Tensor] = field(default_factory=list)
    """Every tensor seen, kept alive so that no address is used twice."""

    def label(self, tensor: Tensor) -> str:
        self.held.append(tensor)
        storage = tensor.untyped_storage().data_ptr()
        return self.labels.setdefault(storage, f"memory {len(set(self.labels.values()))}")

    def around(self, name: str, function: Callable[..., Any]) -> Callable[..., Any]:
        def watched(*arguments: Any, **named: Any) -> Any:
            tensors = [a for a in (*arguments, *named.values()) if isinstance(a, Tensor)]
            before = [bytes(tensor.untyped_storage()) for tensor in tensors]
            result = function(*arguments, **named)
            changed = [t for t, b in zip(tensors, before, strict=True) if bytes(t.untyped_storage()) != b]
            if isinstance(result, Tensor) and not tensors:
                # Fresh memory may hold what an earlier call left there, and writing the same again would go unseen.
                result.fill_(torch.nan)
                tensors, changed = [result], [result]
            wrote = tuple(dict.fromkeys(self.label(t) for t in changed))
            operands = tuple(dict.fromkeys(self.label(t) for t in tensors))
            self.call.steps.append(Step(name, operands, wrote))
            return result

        return watched


def load_wrapper(wrapper: Artifact) -> dict[str, Any]:
    """Return the names that a generated wrapper defines, ``call`` among them; its kernels come from the cache."""
    names: dict[str, Any] = {}
    exec(compile(wrapper.text, "wrapper", "exec"), names)
    return names


def watch_call(wrapper: Artifact, *inputs: Tensor, instead: Callable[..., Any] | None = None) -> WatchedCall:
    """Run a wrapper on its inputs, past the guards, and return each step with the memory that it wrote.

    A storage counts as written where its bytes changed. `instead` is called in place of each generated function, with
    that function and its arguments, for what would happen if. Raises whatever the wrapper raises.
    """
    names = load_wrapper(wrapper)
    call = WatchedCall()
    watch = _Watch(call, {tensor.untyped_storage().data_ptr(): "input" for tensor in inputs})
    generated = [name for name in names if name.startswith("cpp_fused")]
    for name in ("empty_strided_cpu", *generated):
        function = names[name]
        if name in generated:
            function = _entered(function, instead)
        names[name] = watch.around(name, function)
    extern = names["extern_kernels"]
    with mock.patch.object(extern, "mm", watch.around("extern_kernels.mm", extern.mm)):
        call.output = tuple(names["call"](list(inputs)))
    call.returned = tuple(watch.label(tensor) for tensor in call.output)
    return call


def _entered(function: Any, instead: Callable[..., Any] | None) -> Callable[..., Any]:
    """Return a generated function as the wrapper would enter it, or with `instead` before it."""

    def enter(*arguments: Any) -> Any:
        return function(*arguments) if instead is None else instead(function, *arguments)

    return enter
