"""Told to keep its pages, the C allocator spares both paths of the tail page faults at 4,096, and much of the time.

Each timing is the best of several calls in a fork of its own, with pages that go back to the system after every call or
with pages that stay. The compiled path is ahead either way.
"""

import json
import math
import resource
import statistics
from time import perf_counter

from claims.engine import (
    Collector,
    Control,
    Path,
    Run,
    compiled,
    eager,
    end_of_fork,
    faults_of,
    keep_pages,
    ordinary_pages,
)
from claims.subjects import square, tail

RUN = Run(alone=True, seconds=300, planted=False)
#: Forks in which faults are counted, until one counts none.
FORKS = 8
#: Calls that are timed, and at most so many before them, until the heap has a place for every result: a small object
#: behind a result can keep its place from being found again, and then the next one lies on fresh pages.
CALLS, BEFORE = 3, 40
#: A call with fewer faults than this had its places, and after so many of them in a row the heap has settled.
FEW, SETTLED = 100, 4
ELSEWHERE = ("arch", "os")


def collect(evidence: Collector, keep=keep_pages) -> None:
    y = square(4096)
    pages = 4 * y.numel() // resource.getpagesize()
    paths = {"eager": eager(tail, y), "compiled": compiled(tail, y)}
    for name, path in paths.items():
        faults = _fewest(keep, path) / pages
        evidence.value(f"{name}-faults-kept", round(faults), "faults a page", depends=ELSEWHERE)
        evidence.one_shot(
            name,
            slower=Path("handed back", lambda path=path: _seconds(ordinary_pages, path)),
            faster=Path("kept", lambda path=path: _seconds(keep, path)),
            times=1.2,
            unit="ms",
        )
    evidence.one_shot(
        "with pages kept",
        slower=Path("eager", lambda: _seconds(keep, paths["eager"])),
        faster=Path("compiled", lambda: _seconds(keep, paths["compiled"])),
        times=1.2,
        unit="ms",
    )


def _fewest(prepare, path) -> float:
    """Return the faults of a call in the fork that has the fewest, or in the first that has next to none."""
    seen = [math.inf]
    while len(seen) <= FORKS and min(seen) > FEW:
        seen.append(_in_fork(prepare, lambda: _faults(path), path))
    return min(seen)


def _faults(path) -> float:
    return statistics.median(faults_of(path.call) for _ in range(5))


def _seconds(prepare, path) -> float:
    return _in_fork(prepare, lambda: min(_timed(path) for _ in range(CALLS)), path)


def _timed(path) -> float:
    start = perf_counter()
    path.call()
    return perf_counter() - start


def _in_fork(prepare, take, path) -> float:
    """Return what `take` gives in a fork where `prepare` was called and memory was used before."""

    def inside() -> None:
        prepare()
        quiet = 0
        # Pages that go back after every call never settle.
        for _ in range(BEFORE if prepare is keep_pages else CALLS):
            quiet = quiet + 1 if faults_of(path.call) < FEW else 0
            if quiet == SETTLED:
                break
        print(json.dumps(take()))

    return json.loads(end_of_fork(inside).output)


CONTROLS = [Control("an allocator that is told nothing", fails="eager", keep=ordinary_pages)]
