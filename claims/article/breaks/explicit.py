"""A break that is asked for makes two graphs of one, with the same result."""

import torch

from claims.engine import Collector, Control, compile_cpu
from claims.subjects import square, tail, tail_apart


def collect(evidence: Collector, subject=tail_apart) -> None:
    y = square(64)
    whole, apart = compile_cpu(tail, y), compile_cpu(subject, y)
    counted = len(whole.graphs), len(whole.breaks)
    evidence.check("one graph and no break", counted == (1, 0), counted)
    # Breaks are counted in one process, and the tail had none.
    found = len(apart.graphs), len(apart.breaks)
    evidence.check("two graphs and one break", found == (2, 1), found)
    evidence.check("the same result", torch.equal(whole.output, apart.output))
    evidence.value("whole", len(whole.graphs), "graph")
    evidence.value("graphs", len(apart.graphs), "graphs")
    evidence.value("breaks", len(apart.breaks), "break")
    for number, graph in enumerate(apart.graphs, 1):
        evidence.excerpt(f"graph-{number}.txt", graph.artifact)


CONTROLS = [Control("no break", fails="two graphs and one break", subject=tail)]
