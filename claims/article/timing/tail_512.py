"""At 512 rows and columns, neither tail takes one and a half times as long as the other.

Which of the two is faster changes from process to process, and so no order is claimed.
"""

from claims.engine import Collector, Control, Run, compiled, eager
from claims.subjects import square, tail

RUN = Run(measures=True)


def collect(evidence: Collector, n=512) -> None:
    y = square(n)
    one, other = eager(tail, y), compiled(tail, y)
    evidence.at_most("eager over compiled", slower=one, faster=other, times=1.5)
    evidence.at_most("compiled over eager", slower=other, faster=one, times=1.5)


CONTROLS = [
    Control("a size at which the loop decides", fails="eager over compiled", n=2048),
    Control("a size at which the fixed part of a compiled call decides", fails="compiled over eager", n=64),
]
