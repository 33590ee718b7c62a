"""Asks a compiler, by the results of small functions, which shortcuts it takes with floating-point arithmetic."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from ctypes import c_float, c_int

from ..compiler_call import CompilerCall
from .native import build_like

_SOURCE = """
extern "C" {
float difference(float a) { return a - a; }
int unequal(float a) { return a != a; }
float plus_zero(float a) { return a + 0.0f; }
float there_and_back(float a, float b) { return (a + b) - a; }
float third(float a) { return a / 3.0f; }
float product_plus(float a, float b, float c) { return a * b + c; }
}
"""
#: A square whose exact value lies halfway between two float32 numbers.
_HALFWAY = 1.0 + 2.0**-12


def shortcuts(call: CompilerCall, *flags: str, without: Sequence[str] = ()) -> dict[str, bool]:
    """Return per rule of floating-point arithmetic whether code built like a kernel keeps it.

    `flags` are appended to the kernel's command, `without` are left out of it. Code linked with ``-ffast-math``
    makes the whole process flush subnormal numbers to zero once it is loaded.
    """
    built = build_like(call, _SOURCE, *flags, without=without)

    def call_of(name: str, count: int = 1, result: type = c_float) -> Callable[..., float]:
        function = built.function(name, *[c_float] * count, result=result)
        return lambda *values: float(function(*values))

    third, exact = call_of("third"), [n for n in range(1, 50) if _rounded(n / 3) != _rounded(n * _rounded(1 / 3))]
    return {
        "infinity minus infinity is NaN": math.isnan(call_of("difference")(math.inf)),
        "NaN is unequal to itself": call_of("unequal", 1, c_int)(math.nan) == 1,
        "minus zero plus zero is plus zero": math.copysign(1.0, call_of("plus_zero")(-0.0)) == 1.0,
        "a sum keeps its grouping": call_of("there_and_back", 2)(1e20, 3.14) == 0.0,
        "a division is no product": all(third(n) == _rounded(n / 3) for n in exact),
        "a product is rounded before it is added to": call_of("product_plus", 3)(
            _HALFWAY, _HALFWAY, -_rounded(_HALFWAY**2)
        )
        == 0.0,
    }


def _rounded(value: float) -> float:
    """Return the float32 number nearest to a double."""
    return float(c_float(value).value)
