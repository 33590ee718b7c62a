"""At 1,024 rows a cold call is repaid after more than a hundred calls, and at 64 rows by no number of calls.

The cost is that of one first call in a new process on an empty cache, less one call by eager. What a call saves is
timed in the same run, in pairs on one core.
"""

import tempfile
from pathlib import Path

from claims.engine import Collector, Control, NewProcesses, Run, compiled, eager, time_saving
from claims.subjects import line, square

MANY = 100


def collect(evidence: Collector, large=1024, small=64) -> None:
    saving = time_saving(eager(line, square(large)), compiled(line, square(large)))
    loss = time_saving(eager(line, square(small)), compiled(line, square(small)))
    repaid = evidence.check("at 1,024 the cost is repaid", saving.calls(1.0) is not None, f"{saving.middle:.3g} s")
    lost = evidence.check("at 64 no number of calls repays it", loss.never, f"{loss.middle:.3g} s saved")
    if not (repaid and lost):
        return  # There is nothing to divide by, and a cold process need not be started.
    with tempfile.TemporaryDirectory() as name, NewProcesses() as processes:
        cold, fresh = (processes.first_call(Path(name), "line", large) for _ in range(2))
    evidence.check("the results are right", cold.right and fresh.right)
    for name, call in (("cold", cold), ("fresh", fresh)):
        cost = call.first - saving.times[0]
        evidence.measurement(f"{name} cost", [cost], "s")
        evidence.measurement(f"{name} calls", [saving.calls(cost)], "calls")
        fewest, most = saving.calls_between(cost) or (None, None)
        for bound, calls in (("fewest", fewest), ("most", most)):
            if calls:
                evidence.measurement(f"{name} calls, {bound}", [calls], "calls")
    calls = saving.calls(cold.first)
    evidence.check("it takes more than a hundred calls", calls > MANY, f"{calls:.3g} calls")
    evidence.value("many", MANY, "calls")
    evidence.measurement("eager", [saving.times[0] * 1e3], "ms")
    evidence.measurement("compiled", [saving.times[1] * 1e3], "ms")
    evidence.measurement("saved", [saving.middle * 1e3], "ms")
    evidence.measurement("lost at 64", [-loss.middle * 1e6], "µs")


CONTROLS = [
    Control("64 rows in place of 1,024", fails="at 1,024 the cost is repaid", large=64),
    Control("1,024 rows in place of 64", fails="at 64 no number of calls repays it", small=1024),
]
RUN = Run(alone=True, seconds=300)
