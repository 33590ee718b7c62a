"""An add that writes over the function's input becomes one that does not, with a copy back to the input at the end.

Over a tensor of the function's own, nothing is left of the in-place operations: the graph is that of the plain line.
In the generated code the copy is no second pass, since the loop that computes also stores over the input.
"""

import torch

from claims.engine import Collector, Control, compile_cpu, count_stores, dispatched
from claims.subjects import add_to_input, line, line_in_place, square

#: The two graphs are alike, and one from a cache would prove nothing about the other.
AFRESH = {"fx_graph_cache": False}


def collect(evidence: Collector, subject=add_to_input) -> None:
    x, expected = square(64), square(64)
    eager = [call.name for call in dispatched(subject, expected)]
    c = compile_cpu(subject, x)
    targets = c.aten.targets
    evidence.check("eager adds in place", "aten.add_.Tensor" in eager, eager)
    evidence.check("the graph does not", "aten.add.Tensor" in targets and "aten.add_.Tensor" not in targets, targets)
    last = list(c.aten.module.graph.nodes)[-2]
    back = str(last.target) == "aten.copy_.default" and last.args[0].op == "placeholder"
    evidence.check("copied back to the input at the end", back, last)
    evidence.check("the input is as eager leaves it", torch.equal(x, expected))
    (loop,) = c.kernel.loops
    stores = count_stores(loop)
    evidence.check("one loop computes and copies", stores == 2, stores)
    evidence.value("stores", stores, "stores")
    evidence.excerpt("graph.txt", c.aten.artifact)
    own, plain = (compile_cpu(each, square(64), options=AFRESH) for each in (line_in_place, line))
    evidence.check("over its own tensor, the line's graph", own.aten.targets == plain.aten.targets, own.aten.targets)
    evidence.check("and the line's generated function", own.kernel.source.text == plain.kernel.source.text)


CONTROLS = [
    Control("over a tensor of its own", fails="copied back to the input at the end", subject=line_in_place),
    Control("nothing in place", fails="eager adds in place", subject=line),
]
