"""Between 128 and 1,024 rows and columns, the compiled tail goes from losing to winning.

The whole line is timed beside it, with nothing claimed: where it changes sides is too near to a draw.
"""

from claims.engine import Collector, Run, Swap, compiled, eager
from claims.subjects import line, square, tail

RUN = Run(measures=True, seconds=600, planted=False)
#: Sizes of the whole line; 512 and 1,024 are claims of their own.
SIZES = (32, 64, 128, 256, 384, 768)


def collect(evidence: Collector) -> None:
    small, large = square(128), square(1024)
    evidence.ordering("loses at 128", slower=compiled(tail, small), faster=eager(tail, small))
    evidence.ordering("wins at 1024", slower=eager(tail, large), faster=compiled(tail, large))
    for n in SIZES:
        x = square(n)
        evidence.comparison(f"whole line at {n}", eager(line, x), compiled(line, x))


CONTROLS = [Swap("loses at 128"), Swap("wins at 1024")]
