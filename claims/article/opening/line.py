"""The line is a matrix times its own transpose, one added to every element, and zero in place of every negative result.

Plain Python computes the same in double precision, row by row, from the same numbers.
"""

import inspect

from claims.engine import Artifact, Collector, Control
from claims.subjects import line, line_without_relu, square

#: What 64 products of float32 numbers, added up in some order, may be off by.
TOLERANCE = 1e-4


def collect(evidence: Collector, subject=line) -> None:
    x = square(64)
    rows = x.tolist()
    by_hand = [[sum(a * b for a, b in zip(r, s, strict=True)) + 1.0 for s in rows] for r in rows]
    seen = subject(x).tolist()
    pairs = [(s, max(h, 0.0)) for ss, hs in zip(seen, by_hand, strict=True) for s, h in zip(ss, hs, strict=True)]
    worst = max(abs(s - h) for s, h in pairs)
    evidence.check(
        "equals plain Python", worst < TOLERANCE, "within 0.0001" if worst < TOLERANCE else f"off by {worst:.3g}"
    )
    evidence.value("rows", len(seen), "rows")
    evidence.value("columns", len(seen[0]), "columns")
    evidence.value("elements", len(pairs), "elements")
    evidence.value("zeros", sum(s == 0.0 for s, _ in pairs), "zeros", depends=("arch", "cpu", "isa"))
    evidence.excerpt("line.py", Artifact("the line", inspect.getsource(subject), "python"))


CONTROLS = [Control("the relu left out", fails="equals plain Python", subject=line_without_relu)]
