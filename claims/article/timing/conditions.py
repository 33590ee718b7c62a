"""While pairs are timed, no garbage is collected and the process keeps to one core.

The paths of a pair look themselves: in every call they ask Python's collector and the system. Afterwards the collector
is as it was.
"""

import gc
import os

from claims.engine import Collector, Control, Path, Run, time_pairs

RUN = Run(planted=False)
PAIRS = 3


def collect(evidence: Collector, timed=time_pairs) -> None:
    seen = set()

    def look() -> None:
        seen.add((gc.isenabled(), _cores()))

    before = gc.isenabled()
    timed(Path("one", look), Path("other", look), PAIRS)
    evidence.check("no garbage is collected", {on for on, _ in seen} == {False}, sorted(seen))
    evidence.check("one core", {cores for _, cores in seen} <= {1, 0}, sorted(seen))
    evidence.check("the collector is on before and after", before and gc.isenabled())


def _cores() -> int:
    """Return on how many cores this process may run; 0 where the system does not tell."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else 0


def called(one, other, pairs) -> None:
    """Call both paths as any program would."""
    for _ in range(pairs):
        one.call()
        other.call()


CONTROLS = [Control("the paths called outside of a visit", fails="no garbage is collected", timed=called)]
