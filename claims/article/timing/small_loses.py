"""At 64 rows and columns, the compiled line takes longer than the eager one."""

from claims.engine import Collector, Run, Swap, compiled, eager
from claims.subjects import line, square

RUN = Run(measures=True)


def collect(evidence: Collector) -> None:
    x = square(64)
    evidence.ordering("compiled over eager", slower=compiled(line, x), faster=eager(line, x))


CONTROLS = [Swap("compiled over eager")]
