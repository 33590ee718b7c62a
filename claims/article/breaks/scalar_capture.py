"""With `capture_scalar_outputs` on, the item is a node of the graph, and the `if` breaks the graph all the same.

Where the number goes into an operation instead, one graph takes all of it.
"""

import torch
from torch._dynamo.config import patch

from claims.engine import Artifact, Collector, Control, compile_cpu
from claims.subjects import gate_by_sum, number_taken_out, square


def collect(evidence: Collector, branch=gate_by_sum, capture=True) -> None:
    x = square(64)
    with patch(capture_scalar_outputs=capture):
        c = compile_cpu(branch, x)
        evidence.check("two graphs", len(c.graphs) == 2, len(c.graphs))
        evidence.check("the item is in the first", "item" in c.graphs[0].targets, c.graphs[0].targets)
        reason = c.graphs[0].broke_off
        evidence.check("the reason is a jump", reason.startswith("generic_jump"), reason.partition("\n")[0])
        evidence.check("the result is eager's", torch.allclose(c.output, branch(x), atol=1e-3))
        evidence.value("graphs", len(c.graphs), "graphs")
        evidence.excerpt("graph.txt", c.graphs[0].artifact)
        if reason:
            shown = Artifact("the reason", reason).all.keep("generic_jump", "Could not guard", "Caused by", frame=False)
            evidence.excerpt("reason.txt", shown)
        used = compile_cpu(number_taken_out, x)
    evidence.check("a number that is only used breaks nothing", len(used.graphs) == 1, len(used.graphs))
    evidence.value("used", len(used.graphs), "graph")


CONTROLS = [
    Control("the setting left off", fails="the item is in the first", capture=False),
    Control("no branch on the number", fails="two graphs", branch=number_taken_out),
]
