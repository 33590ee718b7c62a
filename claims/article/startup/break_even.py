"""At 1,024 rows a cold call is repaid after more than a hundred calls, and at 64 rows by no number of calls.

The cost is that of one first call in a new process on an empty cache, less one call by eager. What a call saves is
timed in the same run, in pairs on one core.
"""

import tempfile
from pathlib import Path

from claims.engine import Collector, Control, NewProcesses, Run, compiled, eager, time_saving
from claims.subjects import line, square, tail

MANY = 100


def collect(evidence: Collector, large=(line, 1024), small=(line, 64)) -> None:
    loss = _saving(*small, looks=1)
    if not evidence.check("at 64 no call saves time", not loss.sure, f"{loss.middle:.3g} s saved"):
        return  # Nothing more need be timed.
    saving = _saving(*large)
    if not evidence.check("at 1,024 it can be repaid", not saving.never, f"{saving.middle:.3g} s saved"):
        return
    with tempfile.TemporaryDirectory() as name, NewProcesses() as processes:
        cold, fresh = (processes.first_call(Path(name), "line", large[1]) for _ in range(2))
    evidence.check("the results are right", cold.right and fresh.right)
    for name, call in (("cold", cold), ("fresh", fresh)):
        cost = call.first - saving.times[0]
        evidence.measurement(f"{name} cost", [cost], "s")
        fewest, most = saving.calls_between(cost)
        evidence.measurement(f"{name} fewest calls", [fewest], "calls")
        # Some runs have no count in the middle and none at the other end: the saving may be zero.
        for word, calls in (("calls", saving.calls(cost)), ("most calls", most)):
            if calls:
                evidence.measurement(f"{name} {word}", [calls], "calls")
    fewest, _ = saving.calls_between(cold.first - saving.times[0])
    evidence.check("it takes more than a hundred calls", fewest > MANY, f"at least {fewest:.3g} calls")
    evidence.value("many", MANY, "calls")
    evidence.value("large", large[1], "rows")
    evidence.value("small", small[1], "rows")
    evidence.measurement("eager", [saving.times[0] * 1e3], "ms")
    evidence.measurement("compiled", [saving.times[1] * 1e3], "ms")
    evidence.measurement("saved", [saving.middle * 1e3], "ms")
    evidence.measurement("lost at 64", [-loss.middle * 1e6], "µs")


def _saving(subject, n, **looks):
    x = square(n)
    return time_saving(eager(subject, x), compiled(subject, x), **looks)


CONTROLS = [
    Control("64 rows in place of 1,024", fails="at 1,024 it can be repaid", large=(line, 64)),
    Control("the tail at 2,048 in place of the line at 64", fails="at 64 no call saves time", small=(tail, 2048)),
]
RUN = Run(alone=True, seconds=300, planted=False)
