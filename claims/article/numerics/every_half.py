"""For all 65,536 patterns of float16 and of bfloat16, the compiled tail gives eager's bits, and NaN where eager does.

Equal means the same 16 bits for every result that is a number, and NaN for NaN. The payload of a NaN is left out of it
since eager's own depends on the vector width: the same tail in an interpreter without vector instructions shows that.
Lengths with a remainder are compared too.
"""

import json

import torch

from claims.engine import Collector, Control, Run, bits, compile_cpu, every_pattern, run_python, table
from claims.subjects import tail, tail_without_nan

DEPENDS = ("arch", "cpu", "isa")
ROWS = (
    "",
    "compared",
    "numbers with other bits",
    "NaNs",
    "NaNs with other bits",
    "NaNs that eager varies with the width",
)
SCALAR = """
import json, torch
x = torch.arange(2**16, dtype=torch.int32).to(torch.int16)
print(json.dumps([torch.relu(x.view(t) + 1.0).view(torch.int16).tolist() for t in (torch.float16, torch.bfloat16)]))
"""


def collect(evidence: Collector, subject=tail) -> None:
    scalar = json.loads(run_python(SCALAR, ATEN_CPU_CAPABILITY="default"))
    counts = []
    for dtype, elsewhere in zip((torch.float16, torch.bfloat16), scalar, strict=True):
        name, x = str(dtype).removeprefix("torch."), every_pattern(dtype)
        c, eager, nan = compile_cpu(subject, x, dynamic=False), tail(x), x.isnan()
        evidence.check(f"{name}: one generated loop", len(c.kernels) == 1)
        differs = bits(c.output) != bits(eager)
        numbers, payloads = int((differs & ~nan).sum()), int((differs & nan).sum())
        evidence.check(f"{name}: no number differs", numbers == 0, numbers)
        kept = c.output.isnan()
        evidence.check(f"{name}: NaN exactly for NaN", torch.equal(kept, nan), int(kept.sum()))
        cut = compile_cpu(subject, x[7:], dynamic=False).output
        same = (bits(cut) == bits(eager[7:])) | (cut.isnan() & nan[7:])
        evidence.check(f"{name}: the same with a remainder", same.all())
        apart = bits(eager) != torch.tensor(elsewhere, dtype=torch.int16)
        widths = int(apart.sum())
        evidence.check(f"{name}: across widths only NaNs differ in eager", not (apart & ~nan).any(), widths)
        evidence.value(f"{name}-nans", int(nan.sum()), "patterns")
        evidence.value(f"{name}-payloads", len(bits(c.output)[nan].unique()), "patterns", depends=DEPENDS)
        evidence.value(f"{name}-widths", widths, "patterns", depends=DEPENDS)
        counts.append([name, len(x), numbers, int(nan.sum()), payloads, widths])
    evidence.value("patterns", counts[0][1], "patterns")
    evidence.excerpt("counts.txt", table("the counts", "<42 >9 >10", zip(ROWS, *counts, strict=True), DEPENDS))


CONTROLS = [
    Control("a tail that drops NaN, in float16", fails="float16: NaN exactly for NaN", subject=tail_without_nan),
    Control("a tail that drops NaN, in bfloat16", fails="bfloat16: NaN exactly for NaN", subject=tail_without_nan),
]
RUN = Run(seconds=300)
