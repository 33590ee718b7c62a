"""Random expressions of the small compiler's language, and what they are worth by numpy: a second opinion on tiny.py.

Nothing here comes from the compiler but the largest float32: neither its tree nor its arithmetic.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy
from hypothesis import strategies as st

from claims.tiny import LARGEST

TINIEST = 2.0**-149
#: Edges of float32, infinities and NaN, and as many elements as leave a remainder beside full vectors.
EDGES = [0.0, -0.0, 1.0, -1.0, 1 / 3, -2.5, 16777217.0, 1e-38, TINIEST, -TINIEST, 1e38, LARGEST, -LARGEST]
INPUTS = numpy.array([*EDGES, numpy.inf, -numpy.inf, numpy.nan] + [n / 7 for n in range(-10, 11)], numpy.float32)

#: ``x``, a number, or a name and its operands: ``("+", "x", 1.0)``.
Expression = Any


def expressions() -> st.SearchStrategy:
    """Return the strategy for expressions, as nested tuples that owe nothing to the compiler's own tree."""
    numbers = st.sampled_from([0.0, 1.0, 3.0, 1e38, TINIEST]) | st.floats(-1e3, 1e3)
    return st.recursive(
        st.just("x") | numbers,
        lambda inner: st.tuples(st.sampled_from("+*"), inner, inner) | st.tuples(st.just("relu"), inner),
        max_leaves=12,
    )


def spelled(expression: Expression) -> str:
    """Return an expression as source text."""
    if isinstance(expression, tuple):
        name, *operands = expression
        texts = [spelled(operand) for operand in operands]
        return f"relu({texts[0]})" if name == "relu" else f"({f' {name} '.join(texts)})"
    return expression if expression == "x" else repr(expression)


def stepwise(expression: Expression, x: numpy.ndarray) -> numpy.ndarray:
    """Return the expression's value in numpy, every constant and every result a float32."""
    if not isinstance(expression, tuple):
        return x if expression == "x" else numpy.full_like(x, expression)
    name, *operands = expression
    values = [stepwise(operand, x) for operand in operands]
    if name == "relu":
        return numpy.where(numpy.float32(0) > values[0], numpy.float32(0), values[0])
    return values[0] + values[1] if name == "+" else values[0] * values[1]


def differing(expression: Expression, run: Callable[[list[float]], list[float]]) -> int:
    """Return for how many inputs the compiled function gives other bits than numpy, step by step."""
    found = numpy.array(run(INPUTS.tolist()), numpy.float32)
    with numpy.errstate(all="ignore"):
        wanted = stepwise(expression, INPUTS)
    both_nan = numpy.isnan(found) & numpy.isnan(wanted)
    return int((~both_nan & (found.view(numpy.int32) != wanted.view(numpy.int32))).sum())
