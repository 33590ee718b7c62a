"""At 512 rows and columns, the compiled tail takes less time than the eager one."""

from claims.engine import Collector, Run, Swap, compiled, eager
from claims.subjects import square, tail

RUN = Run(measures=True)


def collect(evidence: Collector) -> None:
    y = square(512)
    evidence.ordering("eager over compiled", slower=eager(tail, y), faster=compiled(tail, y))


CONTROLS = [Swap("eager over compiled")]
