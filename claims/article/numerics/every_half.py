"""For all 65,536 patterns of float16 and of bfloat16, the compiled tail gives eager's bits, and NaN where eager does.

Equal means the same 16 bits for every result that is a number, and NaN for NaN. The payload of a NaN is left out of it
since eager's own depends on the vector width: the same tail in an interpreter without vector instructions shows that.
Lengths with a remainder are compared too.
"""

import json

import torch

from claims.engine import Artifact, Collector, Control, Run, bits, compile_cpu, every_pattern, run_python
from claims.subjects import tail, tail_without_nan

SCALAR = """
import json, torch
x = torch.arange(2**16, dtype=torch.int32).to(torch.int16)
print(json.dumps([torch.relu(x.view(t) + 1.0).view(torch.int16).tolist() for t in (torch.float16, torch.bfloat16)]))
"""


def collect(evidence: Collector, subject=tail) -> None:
    scalar = json.loads(run_python(SCALAR, ATEN_CPU_CAPABILITY="default"))
    rows = [f"{'':<42}{'float16':>9}{'bfloat16':>10}\n"]
    counts = []
    for dtype, elsewhere in zip((torch.float16, torch.bfloat16), scalar, strict=True):
        name, x = str(dtype).removeprefix("torch."), every_pattern(dtype)
        c = compile_cpu(subject, x, dynamic=False)
        evidence.check(f"{name}: one generated loop", len(c.kernels) == 1)
        seen, eager = c.output, tail(x)
        cut = compile_cpu(subject, x[7:], dynamic=False).output
        other, nan = torch.tensor(elsewhere, dtype=torch.int16), x.isnan()
        differs = bits(seen) != bits(eager)
        evidence.check(f"{name}: no number differs", not (differs & ~nan).any(), int((differs & ~nan).sum()))
        evidence.check(f"{name}: NaN exactly for NaN", torch.equal(seen.isnan(), nan), int(seen.isnan().sum()))
        same = (bits(cut) == bits(eager[7:])) | (cut.isnan() & nan[7:])
        evidence.check(f"{name}: the same with a remainder", bool(same.all()))
        apart = bits(eager) != other
        evidence.check(f"{name}: across widths only NaNs differ in eager", not (apart & ~nan).any(), int(apart.sum()))
        counts.append(
            [len(x), int((differs & ~nan).sum()), int(nan.sum()), int((differs & nan).sum()), int(apart.sum())]
        )
        evidence.value(f"{name}-nans", counts[-1][2], "patterns")
        evidence.value(f"{name}-payloads", len(bits(seen)[nan].unique()), "patterns", depends=("arch", "cpu", "isa"))
        evidence.value(f"{name}-widths", counts[-1][4], "patterns", depends=("arch", "cpu", "isa"))
    evidence.value("patterns", counts[0][0], "patterns")
    what = (
        "compared",
        "numbers with other bits",
        "NaNs",
        "NaNs with other bits",
        "NaNs that eager varies with the width",
    )
    rows += [f"{n:<42}{a:>9,}{b:>10,}\n" for n, a, b in zip(what, *counts, strict=True)]
    evidence.excerpt("counts.txt", Artifact("the counts", "".join(rows)), depends=("arch", "cpu", "isa"))


CONTROLS = [
    Control("a tail that drops NaN, in float16", fails="float16: NaN exactly for NaN", subject=tail_without_nan),
    Control("a tail that drops NaN, in bfloat16", fails="bfloat16: NaN exactly for NaN", subject=tail_without_nan),
]
RUN = Run(seconds=300)
