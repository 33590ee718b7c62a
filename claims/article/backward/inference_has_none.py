"""Without a gradient to compute there is one program: no backward graph exists and the wrapper returns the loss alone.

Two things lead there: an input that wants no gradient, and a call under no_grad.
"""

import torch

from claims.engine import Collector, Control, compile_cpu, joint_graphs, wrapper_call
from claims.subjects import loss, square


def collect(evidence: Collector, wanted=False, mode=torch.no_grad) -> None:
    cases = {
        "an input that wants none": (square(64).requires_grad_(wanted), torch.enable_grad),
        "under no_grad": (square(64).requires_grad_(), mode),
    }
    for name, (x, gradients) in cases.items():
        with joint_graphs() as joint, gradients():
            c = compile_cpu(loss, x)
        call = wrapper_call(c.wrapper)
        evidence.check(f"{name}: no joint graph", not joint, len(joint))
        evidence.check(f"{name}: one ATen graph", len(c.aten_graphs) == 1, len(c.aten_graphs))
        evidence.check(f"{name}: the wrapper returns the loss alone", len(call.returns) == 1, call.returns)
        evidence.check(f"{name}: the result has no backward", c.output.grad_fn is None)
        if name == "an input that wants none":
            evidence.value("returned", len(call.returns), "tensor")
            evidence.excerpt("call.py", c.wrapper.function("call").keep(f"{call.takes[0]}, ", "buf0", "buf1", "buf2"))


CONTROLS = [
    Control(
        "an input that wants a gradient",
        fails="an input that wants none: the wrapper returns the loss alone",
        wanted=True,
    ),
    Control("no_grad left out", fails="under no_grad: no joint graph", mode=torch.enable_grad),
]
