"""At 512 rows and columns, the tail takes about as long compiled as eager."""

from claims.engine import Collector, Control, Run, compiled, eager
from claims.subjects import square, tail

RUN = Run(measures=True)


def collect(evidence: Collector, n=512) -> None:
    y = square(n)
    evidence.about_equal("eager over compiled", eager(tail, y), compiled(tail, y))


CONTROLS = [Control("a size at which the loop decides", fails="eager over compiled", n=2048)]
