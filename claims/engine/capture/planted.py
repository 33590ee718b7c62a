"""The plants: faults put into PyTorch, in the process that this is, to see which claims notice.

Each public function is one, and its docstring says what it does. There is no way back: the process ends with its claim.
"""

from __future__ import annotations

from typing import Any

import torch
from torch._inductor import config, cpp_builder, ir, lowering
from torch._inductor.codegen import cpp

_aten = torch.ops.aten


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
