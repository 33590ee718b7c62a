"""A loop as long as the data say is one operator with two graphs inside, the condition and the body.

The same graph makes sixteen rounds for one matrix and six for another, counted by a `while` in the wrapper.
"""

import torch

from claims.engine import Collector, Control, compile_cpu
from claims.subjects import gate_by_cond, shift_until_large


def collect(evidence: Collector, subject=shift_until_large) -> None:
    zeros, tens = torch.zeros(8, 8), torch.full((8, 8), 10.0)
    c = compile_cpu(subject, zeros)
    loops = [target for target in c.graph.targets if "while_loop" in target]
    evidence.check("one loop operator", len(loops) == 1, c.graph.targets)
    evidence.check("no break", not c.breaks, len(c.breaks))
    again = c.compiled(tens)
    evidence.check(
        "both results are eager's", torch.equal(c.output, subject(zeros)) and torch.equal(again, subject(tens))
    )
    evidence.value("inside", len(c.graph.carried), "graphs")
    evidence.value("rounds-from-zero", int(c.output[0, 0]), "rounds")
    evidence.value("rounds-from-ten", int(again[0, 0]) - 10, "rounds")
    evidence.excerpt("graph.txt", c.graph.artifact)
    call = c.wrapper.function("call")
    evidence.check("a while in the wrapper", call.count("while should_loop:") == bool(loops))
    if loops:
        evidence.excerpt("call.py", call.keep("should_loop", frame=False))
    for number, graph in enumerate(c.graph.carried.values(), 1):
        evidence.excerpt(f"inside-{number}.txt", graph.artifact)


CONTROLS = [Control("a choice in place of a loop", fails="one loop operator", subject=gate_by_cond)]
