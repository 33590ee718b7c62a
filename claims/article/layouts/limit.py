"""The ninth variant of one code object gets no program: it runs as plain Python, with the right result."""

from claims.engine import Collector, Control, Given, call_in_series
from claims.subjects import line, square

SIZES = tuple(range(16, 96, 8))


def collect(evidence: Collector, dynamic=False) -> None:
    s = call_in_series(line, [Given(f"{n} × {n}", (square(n),)) for n in SIZES], dynamic=dynamic)
    evidence.check("eight and no more", s.captures == [1, 2, 3, 4, 5, 6, 7, 8, 8, 8], s.captures)
    evidence.check("every result is eager's", s.right)
    evidence.value("limit", s.captures[-1], "programs")
    evidence.value("sizes", len(SIZES), "sizes")
    evidence.excerpt("calls.txt", s.artifact)


CONTROLS = [Control("symbolic sizes", fails="eight and no more", dynamic=True)]
