"""Two processes give two medians for each path, and the same answer to the question which path is faster.

Each is a process of its own, forked from one that has compiled the tail, and times pairs of blocks like every ordering.
"""

import json
import statistics

from claims.engine import Collector, Control, Run, compiled, eager, end_of_fork, time_pairs
from claims.subjects import square, tail

RUN = Run(alone=True, planted=False)
PAIRS = 11


def collect(evidence: Collector, n=2048) -> None:
    y = square(n)
    paths = eager(tail, y), compiled(tail, y)
    runs = [_in_fork(paths, seed) for seed in (1, 2)]
    ratios = [statistics.median(one / other for one, other in run) for run in runs]
    medians = [[statistics.median(side) * 1e3 for side in zip(*run, strict=True)] for run in runs]
    evidence.check("compiled is faster in both", min(ratios) > 1, [f"{ratio:.3f}" for ratio in ratios])
    evidence.check("no median is the same twice", all(a != b for a, b in zip(*medians, strict=True)))
    for name, (first, again) in zip(("eager", "compiled"), zip(*medians, strict=True), strict=True):
        evidence.measurement(f"{name} first", [first], "ms")
        evidence.measurement(f"{name} again", [again], "ms")
        evidence.measurement(f"{name} apart", [100 * abs(again / first - 1)], "%")
    evidence.measurement("ratio first", [ratios[0]], "×")
    evidence.measurement("ratio again", [ratios[1]], "×")


def _in_fork(paths, seed: int) -> list[list[float]]:
    """Return the seconds per call of both paths, pair by pair, as a process of its own sees them."""
    end = end_of_fork(lambda: print(json.dumps(time_pairs(*paths, PAIRS, seed))))
    return json.loads(end.output)


CONTROLS = [Control("a size at which compiled loses", fails="compiled is faster in both", n=64)]
