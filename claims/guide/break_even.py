"""With a million numbers, so many calls repay the first one; with eight, no number of calls does.

The cost is that of a first call in a process that has compiled before, less one call by eager. What a call saves is
timed in the same run, in pairs on one core.
"""

import time

from claims.engine import Collector, Control, Run, compiled, eager, run_cells, time_saving

LARGE, SMALL = 1_000_000, 8


def collect(evidence: Collector, large=LARGE, small=SMALL) -> None:
    _, loss = _repaid(small, looks=1)
    if not evidence.check("with eight no call saves time", not loss.sure, f"{loss.middle:.3g} s saved"):
        return  # Nothing more need be timed.
    cost, saving = _repaid(large)
    cost -= saving.times[0]
    calls = saving.calls(cost)
    if not evidence.check("with a million it can be repaid", calls is not None, f"{saving.middle:.3g} s saved"):
        return
    evidence.value("large", large)
    evidence.value("small", small)
    evidence.measurement("cost", [1e3 * cost], "ms")
    evidence.measurement("calls", [calls], "calls")
    for name, (one, other) in (("large", saving.times), ("small", loss.times)):
        evidence.measurement(f"{name} eager", [1e6 * one], "µs")
        evidence.measurement(f"{name} compiled", [1e6 * other], "µs")


def _repaid(length, **looks):
    """Return the seconds of a first call, and what a later one saves."""
    ran = run_cells("function")
    y, function = ran["torch"].randn(length), ran["three_steps"]
    start = time.perf_counter()
    path = compiled(function, y, anew=True)
    cost = time.perf_counter() - start
    return cost, time_saving(eager(function, y), path, **looks)


CONTROLS = [
    Control("eight in place of a million", fails="with a million it can be repaid", large=SMALL),
    Control("a million in place of eight", fails="with eight no call saves time", small=LARGE),
]
RUN = Run(alone=True, seconds=200, planted=False)
