"""A choice by `torch.where` is one graph of seven operations, without a break."""

import torch

from claims.engine import Collector, Control, compile_cpu
from claims.subjects import raised_or_lowered, raised_or_lowered_by_branch, square


def collect(evidence: Collector, subject=raised_or_lowered) -> None:
    x = square(64)
    c = compile_cpu(subject, x)
    evidence.check("one graph", len(c.graphs) == 1, len(c.graphs))
    evidence.check("no break", not c.breaks, len(c.breaks))
    evidence.check("the choice is an operation", c.graphs[0].targets[-1] == "torch.where", c.graphs[0].targets)
    same = all(torch.equal(c.compiled(each), subject(each)) for each in (x + 1.0, x - 1.0))
    evidence.check("either choice is eager's", same)
    evidence.value("graphs", len(c.graphs), "graph")
    evidence.value("operations", len(c.graphs[0].targets), "operations")
    evidence.excerpt("graph.txt", c.graphs[0].artifact)


CONTROLS = [Control("a branch in Python", fails="one graph", subject=raised_or_lowered_by_branch)]
