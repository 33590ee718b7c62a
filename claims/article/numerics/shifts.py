"""A shift by as many bits as the number has, by more, or by less than none gives compiled what it gives in eager.

C++ leaves all three undefined. To the left nothing remains, to the right the sign alone.
"""

import torch

from claims.engine import Artifact, Collector, Control, Run, compile_cpu
from claims.subjects import shift_left, shift_left_within, shift_right

TYPES = (torch.int8, torch.int64)
FAR = 3


def collect(evidence: Collector, to_the_left=shift_left) -> None:
    rows = [f"{'type':<14}{'bits':>6}{'left':>8}{'right':>8}\n"]
    for dtype in TYPES:
        name, width = str(dtype).removeprefix("torch."), torch.iinfo(dtype).bits
        by = [*range(width + FAR), -1, -2]
        k = torch.tensor(by, dtype=dtype)
        a = torch.full_like(k, -5)
        left, right = (compile_cpu(subject, a, k).output for subject in (to_the_left, shift_right))
        evidence.check(f"{name}: left as in eager", torch.equal(left, shift_left(a, k)))
        evidence.check(f"{name}: right as in eager", torch.equal(right, shift_right(a, k)))
        outside = [place for place, bits in enumerate(by) if not 0 <= bits < width]
        evidence.check(f"{name}: nothing remains on the left", not left[outside].any(), left[outside].tolist())
        evidence.check(f"{name}: the sign remains on the right", (right[outside] == -1).all(), right[outside].tolist())
        rows += [f"{name:<14}{by[i]:>6}{left[i].item():>8}{right[i].item():>8}\n" for i in (1, *outside)]
    evidence.value("types", len(TYPES), "types")
    evidence.excerpt("shifts.txt", Artifact("minus five, shifted", "".join(rows)))


CONTROLS = [
    Control("the distance cut to eight bits", fails="int8: nothing remains on the left", to_the_left=shift_left_within)
]
RUN = Run(seconds=300)
