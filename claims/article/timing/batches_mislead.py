"""On a machine that gets slower, two batches find a difference between equal paths, pairs of short blocks find none.

The slowing machine is a model: a clock that every call of either path moves on, each time by a little more. What both
methods say of the tail on this machine, as it was in this run, is shown beside it.
"""

import statistics

from claims.engine import Collector, Control, Path, Run, compiled, eager, time_batch, time_pairs
from claims.subjects import square, tail

RUN = Run(alone=True, planted=False)
#: Nanoseconds of the first call, and how many more each call takes than the one before it.
CALL, SLOWING = 200_000, 200
CALLS, PAIRS = 1000, 21


class Machine:
    """A clock that the calls of two equal paths move on."""

    def __init__(self, slowing: int) -> None:
        self.at, self.call, self.slowing = 0, CALL, slowing
        self.one, self.other = Path("one", self.work), Path("other", self.work)

    def now(self) -> int:
        return self.at

    def work(self) -> None:
        self.at += self.call
        self.call += self.slowing


def collect(evidence: Collector, slowing=SLOWING) -> None:
    m = Machine(slowing)
    found = time_batch(m.one, CALLS, m.now) / time_batch(m.other, CALLS, m.now)
    evidence.check("batches find a difference", not 0.9 < found < 1.1, f"{found:.3f}")
    evidence.value("model-batches", round(found, 2), "×")
    m = Machine(slowing)
    found = _median(time_pairs(m.one, m.other, PAIRS, now=m.now))
    evidence.check("pairs find none", 0.99 < found < 1.01, f"{found:.3f}")
    evidence.value("model-pairs", round(found, 2), "×")
    y = square(1024)
    one, other = eager(tail, y), compiled(tail, y)
    evidence.measurement("tail by batches", [time_batch(one, 100) / time_batch(other, 100)], "×")
    evidence.measurement("tail by pairs", [_median(time_pairs(one, other, PAIRS))], "×")


def _median(pairs) -> float:
    return statistics.median(one / other for one, other in pairs)


CONTROLS = [Control("a machine that keeps its speed", fails="batches find a difference", slowing=0)]
