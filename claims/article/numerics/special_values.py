"""For infinities, signed zeros, NaN and the numbers around −1, the compiled tail gives the very bits that eager gives.

The relu is compared alone as well, since behind the add it never meets a negative zero.
"""

import torch

from claims.engine import Artifact, Collector, Control, Run, bits, compile_cpu
from claims.subjects import relu_alone, tail, tail_without_nan

SPECIAL = [-torch.inf, -2.0, -1.0, -0.0, 0.0, 1.0, torch.inf, torch.nan]


def collect(evidence: Collector, subject=tail) -> None:
    x = torch.tensor(SPECIAL)
    seen, alone = compile_cpu(subject, x).output, compile_cpu(relu_alone, x).output
    evidence.check("the bits are eager's", torch.equal(bits(seen), bits(tail(x))), seen.tolist())
    evidence.check("the bits are eager's for the relu alone", torch.equal(bits(alone), bits(torch.relu(x))))
    evidence.check("NaN stays NaN", bool(seen[-1].isnan()), seen[-1].item())
    evidence.check("−1 gives plus zero", int(bits(seen)[2]) == 0, hex(int(bits(seen)[2])))
    evidence.check("a negative zero becomes one", seen[3].item() == 1.0, seen[3].item())
    columns = [[f"{v:g}" for v in t.tolist()] for t in (x, tail(x), seen, alone)]
    rows = [("input", "eager", "compiled", "relu alone"), *zip(*columns, strict=True)]
    table = "".join("".join(f"{cell:<12}" for cell in row).rstrip() + "\n" for row in rows)
    evidence.excerpt("table.txt", Artifact("the table", table), depends=("arch", "isa"))
    evidence.value("values", len(SPECIAL), "values")


CONTROLS = [
    Control("a tail that drops NaN", fails="NaN stays NaN", subject=tail_without_nan),
    Control("a tail that drops NaN, by its bits", fails="the bits are eager's", subject=tail_without_nan),
]
RUN = Run(seconds=300)
