"""The first call generates the forward program alone, and the first backward generates a second program.

Dynamo captured one graph for both, and later rounds generate nothing. The backward has an ATen graph, a wrapper and a
generated function of its own.
"""

import contextlib
from dataclasses import replace

import torch._functorch.config

from claims.engine import Collector, Control, backward_of, compile_cpu
from claims.subjects import loss, square


def collect(evidence: Collector, wanted=True, at_once=False) -> None:
    x = square(64).requires_grad_(wanted)
    early = torch._functorch.config.patch(force_non_lazy_backward_lowering=True)
    with early if at_once else contextlib.nullcontext():
        forward = compile_cpu(loss, x)
    evidence.check("one Dynamo graph", len(forward.graphs) == 1, len(forward.graphs))
    titles = [_title(wrapper) for wrapper in forward.wrappers]
    evidence.check("the first call generates the forward alone", titles == ["forward"], titles)
    evidence.check("one ATen graph after the first call", len(forward.aten_graphs) == 1, len(forward.aten_graphs))
    if not evidence.check("the result wants a gradient", forward.output.requires_grad):
        return
    backward = backward_of(forward, x)
    titles = [_title(wrapper) for wrapper in backward.wrappers]
    evidence.check("the first backward generates the backward alone", titles == ["backward"], titles)
    evidence.check("one ATen graph more", len(backward.aten_graphs) == 1, len(backward.aten_graphs))
    evidence.check("a kernel in each", [len(forward.kernels), len(backward.kernels)] == [1, 1])
    again = backward_of(replace(forward, output=forward.compiled(x)), x)
    evidence.check("a second round generates nothing", not again.wrappers and len(forward.guards) == 1)
    evidence.value("wrappers", len(forward.wrappers) + len(backward.wrappers), "wrappers")
    evidence.value("kernels", len(forward.kernels) + len(backward.kernels), "generated functions")


def _title(wrapper) -> str:
    """Return what a wrapper's first line says that it is: forward, backward or inference."""
    return wrapper.lines[0].rstrip("']").rpartition("_")[2]


CONTROLS = [
    Control(
        "PyTorch told to compile the backward at once",
        fails="the first call generates the forward alone",
        at_once=True,
    ),
    Control("an input that wants no gradient", fails="the result wants a gradient", wanted=False),
]
