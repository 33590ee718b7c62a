"""Sizes are 64-bit integers in generated code, and a result too large for them is refused before the loop is called.

The guards set no upper limit on a size. The allocation does: it counts bytes in 64 bits and raises where they overflow,
which four bytes an element make happen before the count of elements could. Integers that hold data wrap as in eager.
"""

import math
import re

import torch

from claims.engine import Collector, Control, Run, compile_cpu, error_of
from claims.subjects import line, matrix, plus_one

LIMIT = 2**63 - 1
LARGEST = torch.iinfo(torch.int32).max


def collect(evidence: Collector, dynamic=True) -> None:
    c = compile_cpu(line, matrix(64, 64), dynamic=dynamic)
    head = " ".join(c.kernel.function.text.partition("{")[0].split())
    bound = c.kernel.loops[0].bound
    size = re.search(r"const int(\d+)_t ks0", head)
    evidence.check("the size is an int64_t", size and size[1] == "64", head)
    evidence.check("the loop runs to the square", bound == "ks0*ks0", bound)
    guards = [row for row in c.guards[0].lines if "size()" in row and "<=" in row]
    lower = all("<= L['x'].size()" in row and "9223372036854775807" not in row for row in guards)
    evidence.check("the guards set a lower limit only", guards and lower, [g.strip(" |+-") for g in guards])
    call = c.wrapper.function("call")
    order = [call.text.find("empty_strided_cpu("), call.text.find("cpp_fused_add_relu_0(")]
    evidence.check("the allocation comes first", 0 < order[0] < order[1], order)
    huge = torch.zeros(1, 1).expand(2**32, 1)
    for name, path in (("eager", line), ("compiled", c.compiled)):
        said = error_of(path, huge)
        evidence.check(f"{name} refuses a result too large", "calculation overflowed" in said, said)
    by_bytes = math.isqrt(LIMIT // 4) + 1
    said = error_of(_allocate, by_bytes - 1)
    evidence.check("one row less is out of memory instead", "can't allocate memory" in said, said)
    said = error_of(_allocate, by_bytes)
    evidence.check("that many rows overflow", "overflowed" in said, said)
    largest = torch.full((16,), LARGEST, dtype=torch.int32)
    wrapped, in_eager = compile_cpu(plus_one, largest).output.tolist(), plus_one(largest).tolist()
    evidence.check("data wraps as in eager", wrapped == in_eager == [-LARGEST - 1] * 16, (wrapped[0], in_eager[0]))
    if size:
        narrow, wide = (math.isqrt(2 ** (int(size[1]) // part - 1) - 1) + 1 for part in (2, 1))
        evidence.value("narrow", narrow, "rows")
        evidence.value("wide", wide, "rows")
    evidence.value("allocated", by_bytes, "rows")
    evidence.excerpt("loop.cpp", c.kernel.function.keep("kernel(", "int64_t ks0" if dynamic else "kernel(", "for("))


def _allocate(rows):
    torch.empty_strided((rows, rows), (rows, 1))


CONTROLS = [
    Control("compiled for one size", fails="the size is an int64_t", dynamic=False),
]
RUN = Run(seconds=300)
