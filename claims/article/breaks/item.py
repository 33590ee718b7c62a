"""A branch on `.item()` breaks the graph in two, and PyTorch says that the item is why."""

from claims.engine import Collector, Control, compile_cpu
from claims.subjects import gate_by_sum, gate_by_where, square


def collect(evidence: Collector, subject=gate_by_sum) -> None:
    x = square(64)
    c = compile_cpu(subject, x)
    evidence.check("two graphs", len(c.graphs) == 2, len(c.graphs))
    evidence.check("one break", len(c.breaks) == 1, len(c.breaks))
    evidence.check("the reason names the item", "item" in "".join(c.breaks), [r.splitlines()[0] for r in c.breaks])
    evidence.check("the result is eager's", bool((c.output - subject(x)).abs().max() < 1e-3))
    evidence.value("graphs", len(c.graphs), "graphs")
    for number, graph in enumerate(c.graphs, 1):
        evidence.excerpt(f"graph-{number}.txt", graph.artifact.all)


CONTROLS = [Control("the choice made by torch.where", fails="two graphs", subject=gate_by_where)]
