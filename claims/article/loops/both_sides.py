"""`torch.where` chooses between results that are both computed: both stand in one loop, and both products run.

A branch in Python and `torch.cond` run one product, which the profiler counts while the compiled program runs.
"""

from claims.engine import Collector, Control, compile_cpu, profiled, statements
from claims.subjects import (
    raised_or_lowered,
    raised_or_lowered_by_branch,
    rows_or_columns,
    rows_or_columns_by_branch,
    rows_or_columns_by_cond,
    square,
)

OTHERS = {"branch": rows_or_columns_by_branch, "cond": rows_or_columns_by_cond}


def collect(evidence: Collector, subject=raised_or_lowered, products=rows_or_columns) -> None:
    x = square(64)
    c = compile_cpu(subject, x)
    maxima = {loop: _count(loop, "maximum") for kernel in c.kernels for loop in kernel.loops}
    evidence.check("two maxima in one loop", [n for n in maxima.values() if n] == [2], [*maxima.values()])
    loop = max(maxima, key=maxima.get)
    evidence.value("maxima", maxima[loop], "maxima")
    shown = [each.text for each in statements(loop) if each.kind not in ("load", "constant")]
    evidence.excerpt("loop.cpp", loop.keep(*shown))
    run = {"where": products, **OTHERS}
    counted = {name: _products(each, x) for name, each in run.items()}
    evidence.check("where runs both products", counted["where"] == 2, counted["where"])
    evidence.check("branch and cond run one", counted["branch"] == counted["cond"] == 1, counted)
    for name, count in counted.items():
        evidence.value(f"{name}-products", count, "products")


def _count(loop, kind: str) -> int:
    return sum(statement.kind == kind for statement in statements(loop))


def _products(subject, x) -> int:
    """Return how many products run in a call of the compiled function."""
    compiled = compile_cpu(subject, x).compiled
    return sum(event.name == "aten::mm" for event in profiled(compiled, x))


CONTROLS = [
    Control("a branch in Python", fails="two maxima in one loop", subject=raised_or_lowered_by_branch),
    Control("torch.cond in its place", fails="where runs both products", products=rows_or_columns_by_cond),
]
