"""Capture needs no device: for a tensor that says it is on a GPU the graph is the CPU's, and only then is a GPU missed.

The tensor is a fake one, with a size, strides, a type and a device, and without numbers. A PyTorch that was built
without CUDA stops before it has generated anything.
"""

import torch

from claims.engine import Collector, Control, pretend, trace
from claims.subjects import line, relu_before_add, square


def collect(evidence: Collector, device="cuda", subject=line) -> None:
    x = square(64)
    there = pretend(subject, x, device)
    here = trace(line, x)
    same = there.graph.artifact.text == here.artifact.text
    evidence.check("the graph is the CPU's", same, ", ".join(there.graph.targets))
    elsewhere = [kind for kind in there.devices if kind != "cuda"]
    evidence.check("every value is on the GPU", not elsewhere and bool(there.devices), set(there.devices))
    built_with = torch.version.cuda is not None
    evidence.check("without CUDA the compiler stops", bool(there.error) or built_with, there.error)
    evidence.check("and has generated nothing", not there.generated or built_with, there.generated)
    evidence.value("operators", len(there.graph.targets), "operators")
    evidence.excerpt("graph.txt", there.graph.artifact)


CONTROLS = [
    Control("a tensor that says it is on the CPU", fails="every value is on the GPU", device="cpu"),
    Control("the last two operations exchanged", fails="the graph is the CPU's", subject=relu_before_add),
]
