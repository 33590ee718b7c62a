"""At 1,024 rows and columns, compilation shortens the tail by a larger factor than it shortens the whole line.

Both ratios come from the same visits: four paths, a block of each in turn.
"""

from claims.engine import Collector, Run, Swap, compiled, eager
from claims.subjects import line, square, tail

RUN = Run(measures=True)


def collect(evidence: Collector) -> None:
    x = square(1024)
    evidence.gains_more(
        "tail over whole",
        more=(eager(tail, x, name="eager tail"), compiled(tail, x, name="compiled tail")),
        less=(eager(line, x, name="eager line"), compiled(line, x, name="compiled line")),
    )


CONTROLS = [Swap("tail over whole")]
