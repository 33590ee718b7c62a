"""A first call, which captures and builds, takes more than a hundred times as long as a later one.

The process has compiled other functions before, so that this first call is a short one of its kind; a cold process
takes longer. Each of the three is for a length of its own.
"""

import itertools
import time

from claims.engine import Collector, Control, Path, Run, compiled, run_cells, time_batch

FACTOR = 100


def collect(evidence: Collector, known=False, pairs=3) -> None:
    ran = run_cells("function")
    paths = []
    lengths = itertools.count(8, 8)

    def build():
        y = ran["torch"].randn(next(lengths))
        paths.append(compiled(ran["three_steps"], y, anew=True))
        return paths[-1]

    def first() -> float:
        path = build() if known else None
        start = time.perf_counter()
        path.call() if path else build()
        return time.perf_counter() - start

    def later() -> float:
        return time_batch(paths[-1], 1000)

    seconds = {"first call": [], "later call": []}

    def noted(name, call) -> float:
        seconds[name].append(call())
        return seconds[name][-1]

    slower = Path("first call", lambda: noted("first call", first))
    faster = Path("later call", lambda: noted("later call", later))
    evidence.one_shot("first over later", slower=slower, faster=faster, times=FACTOR, pairs=pairs)
    evidence.measurement("first call", seconds["first call"], "s")
    evidence.measurement("later call", [1e6 * one for one in seconds["later call"]], "µs")
    evidence.value("factor", FACTOR, "×")


CONTROLS = [Control("a call of what was compiled before in its place", fails="first over later", known=True, pairs=1)]
RUN = Run(seconds=200, planted=False)
