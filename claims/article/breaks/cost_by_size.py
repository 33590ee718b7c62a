"""A break in the tail costs a fixed part, more than a tenth of the smallest call, and a line says what grows beside it.

Both programs are compiled once, for any size, and timed in pairs at each size. The line goes through the differences;
the intervals hold the noise of this run. As for an ordering, noise that hides the fixed part refutes nothing: the check
fails where the whole interval lies below a tenth of the call.
"""

import functools
import statistics

import torch

from claims.engine import Collector, Control, Path, Run, compile_cpu, guards_of, line_through, time_sweep
from claims.subjects import square, tail, tail_apart

RUN = Run(alone=True, planted=False)
SIZES = (32, 64, 128, 256, 384, 512, 768, 1024)
ROUNDS, MIB = 16, 2**20


def collect(evidence: Collector, subject=tail_apart) -> None:
    matrices = [square(n) for n in SIZES]
    whole, apart = (compile_cpu(each, matrices[0], dynamic=True) for each in (tail, subject))
    functions = whole.compiled, apart.compiled
    evidence.check("the same results", all(torch.equal(*(f(y) for f in functions)) for y in matrices))
    entries = [len(guards_of(each.subject)) for each in (whole, apart)]
    evidence.check("one program for every size", entries == [1, 1], entries)
    sides = [
        [Path(each.subject.__name__, functools.partial(each.compiled, y)) for each in (apart, whole)] for y in matrices
    ]
    rounds = time_sweep(sides, ROUNDS)
    costs = [[1e6 * (one - other) for one, other in each] for each in rounds]
    crossing = [y.numel() * y.element_size() / MIB for y in matrices]
    line = line_through(crossing, costs)
    call = 1e6 * statistics.median(each[0][1] for each in rounds)
    evidence.check(
        "the fixed part is no less than a tenth of the smallest call",
        line.fixed.high > call / 10,
        f"fixed: {_in_words(line.fixed)}; each MiB: {_in_words(line.each)}; the smallest call {call:.3g} µs",
    )
    for n, found in zip(SIZES, zip(*costs, strict=True), strict=True):
        evidence.measurement(f"cost at {n}", found, "µs")
        evidence.measurement(f"line at {n}", [line.at(crossing[SIZES.index(n)])], "µs")
    for name, part in (("fixed", line.fixed), ("each MiB", line.each)):
        for word, figure in (("", part.middle), (" at least", part.low), (" at most", part.high)):
            evidence.measurement(f"{name}{word}", [figure], "µs")
    evidence.measurement("smallest call", [call], "µs")
    evidence.measurement("bent", [100 * line.bent], "%")
    evidence.value("sizes", len(SIZES), "sizes")


def _in_words(part) -> str:
    told = "" if part.told_from_zero else ", which cannot be told from zero"
    return f"{part.middle:.3g} µs, from {part.low:.3g} to {part.high:.3g}{told}"


CONTROLS = [Control("no break", fails="the fixed part is no less than a tenth of the smallest call", subject=tail)]
