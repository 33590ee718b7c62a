"""At 1,024 rows and columns, the tail for any size takes about as long as the tail for this size."""

from claims.engine import Collector, Control, Run, compiled, eager
from claims.subjects import square, tail

RUN = Run(measures=True)


def collect(evidence: Collector, general=lambda y: compiled(tail, y, name="symbolic", dynamic=True)) -> None:
    y = square(1024)
    evidence.value("rows", len(y), "rows")
    evidence.about_equal("any size over one size", general(y), compiled(tail, y, name="static"))


CONTROLS = [
    Control(
        "eager in place of the program for any size",
        fails="any size over one size",
        general=lambda y: eager(tail, y),
    )
]
