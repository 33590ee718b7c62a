"""The loop for any size ends at the square of an argument, with a path for whole vectors and one for what is left.

The second path loads and stores fewer elements than a vector holds. The loop for one size, which is a multiple of the
vector's width, has neither the argument nor the second path.
"""

from claims.engine import Collector, Control, compile_cpu, count_loads, count_stores
from claims.subjects import line, square

DEPENDS = ("arch", "isa")


def collect(evidence: Collector, dynamic=True) -> None:
    c = compile_cpu(line, square(64), dynamic=dynamic)
    (loop,) = c.kernel.loops
    source = c.kernel.source.text
    evidence.check("an argument carries the size", "const int64_t ks0" in source)
    evidence.check("the bound is its square", "static_cast<int64_t>(ks0*ks0)" in loop.text.splitlines()[0])
    likely, rest = loop.text.count("C10_LIKELY"), loop.text.count("C10_UNLIKELY")
    evidence.value("whole", likely, "paths")
    evidence.value("left", rest, "paths")
    evidence.value("loads", count_loads(loop), "loads")
    evidence.value("stores", count_stores(loop), "stores")
    evidence.value("step", loop.step, "elements", DEPENDS)
    static = compile_cpu(_copy(), square(64), dynamic=False).kernel
    evidence.check("for one size no path is left over", "C10_UNLIKELY" not in static.source.text)
    evidence.excerpt("loop.cpp", loop.keep("for(", "C10_LIKELY", "C10_UNLIKELY", frame=False))


def _copy():
    import torch

    def line(x):
        return torch.relu(x @ x.T + 1.0)

    return line


CONTROLS = [Control("compiled for one size", fails="an argument carries the size", dynamic=False)]
