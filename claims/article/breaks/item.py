"""A branch on `.item()` breaks the graph in two, and PyTorch says that the item is why.

What a branch does is captured when it is first taken.
"""

import torch

from claims.engine import Artifact, Collector, Control, Given, call_in_series, compile_cpu
from claims.subjects import gate_by_sum, gate_by_where, raised_or_lowered_by_branch, square


def collect(evidence: Collector, subject=gate_by_sum) -> None:
    x = square(64)
    c = compile_cpu(subject, x)
    evidence.check("two graphs", len(c.graphs) == 2, len(c.graphs))
    evidence.check("one break", len(c.breaks) == 1, len(c.breaks))
    reason = "".join(c.breaks)
    evidence.check("the reason names the item", "Tensor.item()" in reason, reason.partition("\n")[0])
    evidence.check("the result is eager's", torch.allclose(c.output, subject(x), atol=1e-3))
    evidence.value("graphs", len(c.graphs), "graphs")
    evidence.value("breaks", len(c.breaks), "breaks")
    if c.breaks:
        evidence.excerpt("reason.txt", Artifact("the reason", reason).all.keep("Tensor.item()", "Hint", frame=False))
    sums = [Given(f"{k:+}", (x + k,)) for k in (1, 2, -1, -2)]
    found = call_in_series(raised_or_lowered_by_branch, sums).captures
    evidence.check("the other branch is another graph, once", found[1] < found[2] == found[3], found)
    for number, graph in enumerate(c.graphs, 1):
        evidence.excerpt(f"graph-{number}.txt", graph.artifact)


CONTROLS = [Control("the choice made by torch.where", fails="two graphs", subject=gate_by_where)]
