"""Specialised, a function is compiled once for each shape and type; with symbolic shapes, once for each type.

Left to itself, PyTorch compiles the first shape as it is and the second for any shape, and another type for any shape
from the start. A program per shape has an end: after eight programs Dynamo stops, and further shapes run as if nothing
had been compiled.
"""

import torch

from claims.engine import Collector, Control, Run, compile_variants, table
from claims.subjects import square, tail

SIZES = (32, 48, 64)
TYPES = (torch.float32, torch.float64)
#: The word for each value of torch.compile's `dynamic`.
WAYS = {False: "a program per shape", None: "left to PyTorch", True: "symbolic shapes"}


def collect(evidence: Collector, sizes=SIZES) -> None:
    inputs = [square(n).to(dtype) for dtype in TYPES for n in sizes]
    seen = {way: compile_variants(tail, inputs, dynamic=dynamic) for dynamic, way in WAYS.items()}
    static, automatic, dynamic = seen.values()
    evidence.check("every result is eager's", all(each.right for each in seen.values()))
    evidence.check("one kernel for each shape and type", static.kernels == len(inputs), static.kernels)
    evidence.check("with symbolic shapes one for each type", dynamic.kernels == len(TYPES), dynamic.kernels)
    evidence.check("left to itself, one more than types", automatic.kernels == len(TYPES) + 1, automatic.kernels)
    # Processor time, which a busy machine stretches less than the time on the wall.
    spent = {way: each.processor for way, each in seen.items()}
    longer = spent[WAYS[False]] / spent[WAYS[True]]
    evidence.check("a program per shape takes more processor time", longer > 1.3, f"{longer:.3g} times as much")
    evidence.measurement("more", [longer], "×")
    for name, way in zip(("static", "automatic", "dynamic"), WAYS.values(), strict=True):
        evidence.value(f"{name}-kernels", seen[way].kernels, "kernels")
        evidence.measurement(f"{name} seconds", [spent[way]], "s")
    limit = torch._dynamo.config.recompile_limit
    many = [square(n) for n in range(2, 2 * limit + 2)]
    stopped = compile_variants(tail, many, dynamic=False, build=False)
    evidence.check("Dynamo stops at its limit", stopped.graphs == limit, stopped.graphs)
    evidence.check("and the results stay right", stopped.right)
    evidence.value("shapes", len(sizes), "shapes")
    evidence.value("types", len(TYPES), "types")
    evidence.value("limit", limit, "programs")
    evidence.value("many", len(many), "shapes")
    rows = [("", "kernels"), *((way, each.kernels) for way, each in seen.items())]
    evidence.excerpt("variants.txt", table("kernels", "<24 >7", rows))


CONTROLS = [
    Control("a single row among the sizes", fails="with symbolic shapes one for each type", sizes=(1, 32)),
]
RUN = Run(seconds=300)
