"""At 1,024 rows and columns, the tail for any size takes about as long as the tail for this size."""

from claims.engine import Collector, Control, Run, compiled
from claims.subjects import square, tail

RUN = Run(measures=True)


def collect(evidence: Collector, n=1024) -> None:
    y = square(n)
    static = compiled(tail, y, name="static")
    evidence.about_equal("any size over one size", compiled(tail, y, name="symbolic", dynamic=True), static)


CONTROLS = [Control("a small matrix", fails="any size over one size", n=16)]
