"""A loop as long as the data say is one operator with two graphs inside: the condition and the body."""

from claims.engine import Collector, Control, compile_cpu
from claims.subjects import gate_by_cond, shift_until_large, square


def collect(evidence: Collector, subject=shift_until_large) -> None:
    c = compile_cpu(subject, square(64))
    loops = [target for target in c.graph.targets if "while_loop" in target]
    evidence.check("one loop operator", len(loops) == 1, c.graph.targets)
    evidence.check("no break", not c.breaks, c.breaks)
    evidence.value("inside", len(list(c.graph.module.named_children())), "graphs")
    evidence.excerpt("graph.txt", c.graph.artifact.all)


CONTROLS = [Control("a choice in place of a loop", fails="one loop operator", subject=gate_by_cond)]
