"""At 1,024 rows and columns, the compiled tail takes longer with a graph break between its add and its relu.

The whole line is timed beside it, with nothing claimed: there the product takes most of the time either way.
"""

from claims.engine import Collector, Run, Swap, compiled
from claims.subjects import line, relu_apart, square, tail, tail_apart

RUN = Run(measures=True)


def collect(evidence: Collector) -> None:
    y = square(1024)
    apart, whole = compiled(tail_apart, y, name="apart"), compiled(tail, y, name="whole")
    evidence.ordering("apart over whole", slower=apart, faster=whole)
    apart, whole = compiled(relu_apart, y, name="apart"), compiled(line, y, name="whole")
    evidence.comparison("whole line", apart, whole, unit="ms")


CONTROLS = [Swap("apart over whole")]
