"""At 512 rows and columns, the whole line takes about as long compiled as eager."""

from claims.engine import Collector, Control, Run, compiled, eager
from claims.subjects import line, square

RUN = Run(measures=True)


def collect(evidence: Collector, n=512) -> None:
    x = square(n)
    evidence.about_equal("eager over compiled", eager(line, x), compiled(line, x))


CONTROLS = [Control("a size at which the fixed part of a compiled call decides", fails="eager over compiled", n=64)]
