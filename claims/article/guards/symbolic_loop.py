"""The loop for any size ends at the square of an argument, with a path for whole vectors and one for what is left.

The second path loads and stores fewer elements than a vector holds. The loop for one size, which is a multiple of the
vector's width, has neither the argument nor the second path. Without vectors there is one path for every element.
"""

import re

from claims.engine import (
    Collector,
    Control,
    compile_cpu,
    count_loads,
    count_stores,
    table,
    with_own_code,
    without_casts,
)
from claims.subjects import line, square

DEPENDS = ("arch", "isa")
#: The compiler's hint at each path's head, and what the path is for.
PATHS = {"C10_LIKELY": "whole vectors", "C10_UNLIKELY": "what is left"}


def collect(evidence: Collector, dynamic=True) -> None:
    c = compile_cpu(line, square(64), dynamic=dynamic)
    (loop,) = c.kernel.loops
    evidence.check("an argument carries the size", "const int64_t ks0" in c.kernel.source)
    evidence.check("the bound is its square", loop.bound == "ks0*ks0", loop.bound)
    evidence.value("whole", loop.count("C10_LIKELY"), "", DEPENDS)
    evidence.value("left", loop.count("C10_UNLIKELY"), "", DEPENDS)
    evidence.value("loads", count_loads(loop), "loads", DEPENDS)
    evidence.value("stores", count_stores(loop), "stores", DEPENDS)
    evidence.value("step", loop.step, "elements", DEPENDS)
    static = compile_cpu(with_own_code(line, elsewhere="one size"), square(64), dynamic=False).kernel
    evidence.check("for one size no argument carries it", "ks0" not in static.source)
    evidence.check("for one size no path is left over", "C10_UNLIKELY" not in static.source)
    shown = ("for(", "C10_LIKELY", "C10_UNLIKELY", "loadu(", ".store(", "in_out_ptr0[")
    evidence.excerpt("loop.cpp", loop.keep(*(text for text in shown if text in loop)))
    rows = [("every turn", f"from {loop.first} below {loop.bound}, in steps of {loop.step}")]
    for hint, condition in re.findall(r"if\((C10_\w+)\((.*)\)\)$", loop.text, re.MULTILINE):
        rows.append((PATHS[hint], without_casts(condition)))
    evidence.excerpt("paths.txt", table("the loop's paths, casts left out", "<16", rows, DEPENDS))


CONTROLS = [Control("compiled for one size", fails="an argument carries the size", dynamic=False)]
