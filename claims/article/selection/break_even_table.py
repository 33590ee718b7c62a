"""The larger the matrix, the fewer calls repay its compilation, and at the smallest size none do.

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
        path = compiled(subject, x, anew=True)
        cost = time.perf_counter() - start
        # A claim rests on the last; what is only shown may stay open.
        looks, seconds = (3, 6.0) if (subject, n) == cases[-1] else (1, 3.0)
        found[f"{subject.__name__} {n}"] = cost, time_saving(eager(subject, x), path, looks=looks, seconds=seconds)
    savings = {name: saving for name, (_, saving) in found.items()}
    least = min(n for _, n in cases)
    quick = [name for name, saving in savings.items() if name.endswith(f" {least}") and saving.sure]
    last = [*savings.values()][-1]
    small = evidence.check("at the smallest size no call saves time", not quick, f"saved by {quick}" if quick else "")
    large = evidence.check("at the largest it can be repaid", not last.never, f"{last.middle:.3g} s saved")
    if not (small and large):
        return  # A cold process need not be started.
    counts = [found[name][1].calls(found[name][0]) for name in ("tail 512", "tail 2048")]
    fewer = not all(counts) or counts[0] > counts[1]
    evidence.check("the larger, the fewer calls", fewer, ", ".join(f"{count or 0:.3g}" for count in counts))
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
    Control("a small matrix as the largest", fails="at the largest it can be repaid", cases=((line, 64), (tail, 64))),
    Control("a large matrix as the smallest", fails="at the smallest size no call saves time", cases=((tail, 2048),)),
]
RUN = Run(alone=True, seconds=300, planted=False)
