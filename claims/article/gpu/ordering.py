"""On a CUDA device, at 4,096 rows and columns, the compiled tail takes less time than the eager one.

Each call is timed until the device is done, and the matrix lies there before the clock starts.
"""

from claims.engine import Collector, Run, Swap, compiled, eager, waited_for
from claims.subjects import square, tail

RUN = Run(requires="cuda", measures=True, seconds=300)


def collect(evidence: Collector) -> None:
    y = square(4096).cuda()
    evidence.ordering("eager over compiled", slower=waited_for(eager(tail, y)), faster=waited_for(compiled(tail, y)))


CONTROLS = [Swap("eager over compiled")]
