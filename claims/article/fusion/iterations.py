"""The loop runs once for every group of lanes, so its iterations are the elements divided by the lanes.

Elements that fill no group are left to a second branch in the same loop, which loads and stores only as many.
"""

import torch

from claims.engine import Collector, Control, compile_cpu, count_stores, statements
from claims.subjects import line, square


def collect(evidence: Collector, size=64, odd=63) -> None:
    x = square(size)
    (loop,) = compile_cpu(line, x).kernel.loops
    elements = line(x).numel()
    evidence.check("from the first element to the last", (loop.first, loop.bound) == ("0", str(elements)), loop.bound)
    evidence.check("lanes times iterations", loop.step * loop.iterations == elements, f"{loop.step}, {loop.iterations}")
    evidence.value("elements", elements, "elements")
    evidence.value("lanes", loop.step, "float32 lanes", depends=("arch", "isa"))
    evidence.value("iterations", loop.iterations, "iterations", depends=("arch", "isa"))
    c = compile_cpu(line, square(odd), dynamic=False)
    (rest,) = c.kernel.loops
    left = int(rest.bound) % rest.step
    stores = [each.text for each in statements(rest) if each.kind == "store"]
    counted = sum(f"static_cast<int64_t>({left}L)" in text for text in stores)
    evidence.check("a branch for what is left over", (count_stores(rest), counted) == _branches(left), stores)
    evidence.check("the result with a rest is right", torch.allclose(c.output, line(square(odd)), atol=1e-4))
    evidence.value("left", left, "elements", depends=("arch", "isa"))
    evidence.value("odd", int(rest.bound), "elements")
    branch = ["C10_UNLIKELY", stores[-1]] if left else [stores[-1]]
    evidence.excerpt("rest.cpp", rest.keep(*branch))


def _branches(left: int) -> tuple[int, int]:
    """Return how many stores the loop needs, and how many of them say how much they store."""
    return (2, 1) if left else (1, 0)


CONTROLS = [Control("a matrix of a quarter of the elements", fails="iterations", size=32)]
