"""The larger the matrix, the fewer calls repay its compilation, and the smallest repays it never.

For each size, a compilation costs what the first call takes in a process that has compiled before; one cold process
stands beside it. What a call saves is timed in the same run, in pairs on one core, with an interval.
"""

import tempfile
import time
from pathlib import Path

from claims.engine import Collector, Control, NewProcesses, Run, compiled, eager, time_saving
from claims.subjects import line, square, tail

CASES = ((line, 64), (line, 512), (line, 1024), (tail, 64), (tail, 512), (tail, 2048))


def collect(evidence: Collector, cases=CASES) -> None:
    found = {}
    for subject, n in cases:
        x = square(n)
        start = time.perf_counter()
        path = compiled(subject, x)
        cost = time.perf_counter() - start
        found[f"{subject.__name__} {n}"] = cost, time_saving(eager(subject, x), path)
    savings = {name: saving for name, (_, saving) in found.items()}
    smallest = [name for name in savings if name.endswith(" 64")]
    never = [name for name in smallest if savings[name].never]
    evidence.check("the smallest is never repaid", never == smallest, [n for n in smallest if n not in never])
    counts = [found[name][1].calls(found[name][0]) for name in savings if name in ("tail 512", "tail 2048")]
    if not evidence.check("the largest is repaid", counts and counts[-1], f"{[*savings.values()][-1].middle:.3g} s"):
        return  # No call saves anything, and a cold process need not be started.
    evidence.check("the larger, the fewer calls", not counts[0] or counts[0] > counts[-1], counts)
    with tempfile.TemporaryDirectory() as folder, NewProcesses() as processes:
        cold = processes.first_call(Path(folder), "line", 64)
    evidence.measurement("cold", [cold.first], "s")
    for name, (cost, saving) in found.items():
        evidence.measurement(f"{name}, cost", [cost], "s")
        ends = {"saved": saving.middle, "saved at least": saving.low, "saved at most": saving.high}
        for word, seconds in ends.items():
            evidence.measurement(f"{name}, {word}", [1e6 * seconds], "µs")
        evidence.measurement(f"{name}, eager", [1e6 * saving.times[0]], "µs")
        evidence.measurement(f"{name}, compiled", [1e6 * saving.times[1]], "µs")
        for process, seconds in (("warm", cost), ("cold", cold.first)):
            fewest, most = saving.calls_between(seconds) or (None, None)
            counted = {"calls": saving.calls(seconds), "fewest": fewest, "most": most}
            for word, calls in counted.items():
                if calls:
                    evidence.measurement(f"{name}, {process} {word}", [calls], "calls")


CONTROLS = [
    Control("small matrices throughout", fails="the largest is repaid", cases=((line, 64), (tail, 64))),
    Control(
        "a large one as the smallest",
        fails="the smallest is never repaid",
        cases=((tail, 2048), (tail, 64), (tail, 128)),
    ),
]
RUN = Run(alone=True, seconds=300)
