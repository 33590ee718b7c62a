"""A choice by `torch.where` is one graph without a break, and both candidates are computed."""

from claims.engine import Collector, Control, compile_cpu
from claims.subjects import gate_by_sum, gate_by_where, square


def collect(evidence: Collector, subject=gate_by_where) -> None:
    c = compile_cpu(subject, square(64))
    evidence.check("one graph", len(c.graphs) == 1, len(c.graphs))
    evidence.check("no break", not c.breaks, c.breaks)
    evidence.value("operations", len(c.graphs[0].targets), "operations")
    evidence.excerpt("graph.txt", c.graphs[0].artifact.all)


CONTROLS = [Control("a branch in Python", fails="one graph", subject=gate_by_sum)]
