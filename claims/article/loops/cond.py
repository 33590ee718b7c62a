"""A choice by `torch.cond` stays in one graph, which carries both sides as graphs of their own."""

from claims.engine import Collector, Control, compile_cpu
from claims.subjects import gate_by_cond, gate_by_where, square


def collect(evidence: Collector, subject=gate_by_cond) -> None:
    c = compile_cpu(subject, square(64))
    inner = [name for name, _ in c.graph.module.named_children()]
    evidence.check("two graphs inside the one", len(inner) == 2, inner)
    evidence.check("no break", not c.breaks, c.breaks)
    evidence.value("inside", len(inner), "graphs")
    evidence.excerpt("graph.txt", c.graph.artifact.all)


CONTROLS = [Control("torch.where in its place", fails="two graphs inside the one", subject=gate_by_where)]
