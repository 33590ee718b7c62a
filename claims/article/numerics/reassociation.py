"""(1e20 − 1e20) + 3.14 and 1e20 + (−1e20 + 3.14) differ in float32, and compiled code keeps the grouping of its source.

The sum of −1e20 and 3.14 rounds back to −1e20. The grouping is kept by choice: with PyTorch's own setting for unsafe
arithmetic the compiled sum comes out otherwise.
"""

import torch

from claims.engine import Collector, Control, Run, compile_cpu
from claims.subjects import left_first, right_first, there_and_back

UNSAFE = {"cpp.enable_unsafe_math_opt_flag": True}


def collect(evidence: Collector, first=left_first, options=None) -> None:
    a, b, c = (torch.full((64,), value) for value in (1e20, -1e20, 3.14))
    left, right, back = (
        compile_cpu(subject, *inputs, options=options)
        for subject, inputs in ((first, (a, b, c)), (right_first, (a, b, c)), (there_and_back, (a, c)))
    )
    evidence.check("the left grouping gives 3.14", torch.equal(left.output, c), left.output[0].item())
    evidence.check("the right grouping gives 0", torch.equal(right.output, c - c), right.output[0].item())
    eager = left_first(a, b, c), right_first(a, b, c)
    evidence.check("eager gives the same two", torch.equal(eager[0], c) and torch.equal(eager[1], c - c))
    simplified = not torch.equal(back.output, there_and_back(a, c))
    evidence.check("(a + c) − a is not simplified", not simplified, back.output[0].item())
    evidence.value("left", round(left.output[0].item(), 2))
    evidence.value("right", right.output[0].item())
    loop = right.kernel.loops[0]
    evidence.excerpt("right.cpp", loop.keep("ptr", " + ", frame=False))


CONTROLS = [
    Control("the other grouping in the left one's place", fails="the left grouping gives 3.14", first=right_first),
    Control("unsafe arithmetic allowed", fails="(a + c) − a is not simplified", options=UNSAFE),
]
RUN = Run(seconds=300)
