"""At 1,024 rows and columns, the compiled line takes less time than the eager one."""

from claims.engine import Collector, Run, Swap, compiled, eager
from claims.subjects import line, square

RUN = Run(measures=True)


def collect(evidence: Collector) -> None:
    x = square(1024)
    evidence.ordering("eager over compiled", slower=eager(line, x), faster=compiled(line, x), unit="ms")


CONTROLS = [Swap("eager over compiled")]
