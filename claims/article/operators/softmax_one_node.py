"""Softmax is one node to `make_fx` and five to Inductor, and one generated function either way.

A decomposition takes it apart, before any lowering runs. Inductor's table has no entry for `_softmax` at all.
"""

import torch

from claims.engine import Artifact, Collector, Control, ExcerptError, compile_cpu, lowering_of, trace
from claims.subjects import exponential, softmax, square


def collect(evidence: Collector, subject=softmax) -> None:
    x = square(64)
    alone, c = trace(subject, x).targets, compile_cpu(subject, x)
    evidence.value("alone", len(alone), "node")
    evidence.value("inductor", len(c.aten.targets), "nodes")
    evidence.value("functions", len(c.kernels), "function")
    evidence.check("one node to make_fx", alone == ["aten._softmax.default"], alone)
    shorts = [target.split(".")[1] for target in c.aten.targets]
    evidence.check("five nodes to Inductor", shorts == ["amax", "sub", "exp", "sum", "div"], shorts)
    evidence.check("one generated function", len(c.kernels) == 1, [kernel.name for kernel in c.kernels])
    evidence.check("named after the operator that it was", "softmax" in c.kernels[0].name, c.kernels[0].name)
    try:
        found = lowering_of(torch.ops.aten._softmax.default).__qualname__
    except ExcerptError:
        found = ""
    evidence.check("no lowering for the whole", not found, found or "none")
    rows = "".join(f"{target}\n" for target in c.aten.targets)
    evidence.excerpt("nodes.txt", Artifact("the operators that Inductor is given", rows))


CONTROLS = [
    Control("the exponential function alone", fails="five nodes to Inductor", subject=exponential),
]
