"""At 64 rows a compiled call takes longer than an eager one, so no number of calls repays the compilation.

The compilation itself is left out: even for nothing it would not pay.
"""

from claims.engine import Collector, Run, Swap, compiled, eager
from claims.subjects import line, square

RUN = Run(measures=True)


def collect(evidence: Collector) -> None:
    x = square(64)
    evidence.ordering("compiled over eager", slower=compiled(line, x), faster=eager(line, x))


CONTROLS = [Swap("compiled over eager")]
