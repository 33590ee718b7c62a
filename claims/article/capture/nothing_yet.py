"""torch.compile only wraps the function: nothing is captured before the first call."""

import torch

from claims.engine import Collector, Control, guards_of
from claims.subjects import line, square


def collect(evidence: Collector, calls_before=0) -> None:
    graphs = []

    def backend(graph, inputs):
        graphs.append(graph)
        return graph.forward

    compiled, x = torch.compile(line, backend=backend), square(64)
    for _ in range(calls_before):
        compiled(x)
    evidence.value("before", len(graphs), "graphs")
    evidence.check("no graph before the first call", not graphs, len(graphs))
    evidence.check("no cache entry before the first call", not guards_of(line), len(guards_of(line)))
    compiled(x)
    evidence.value("first", len(graphs), "graphs")
    evidence.check("the first call captures", len(graphs) == len(guards_of(line)) == 1, len(graphs))
    compiled(x)
    evidence.value("second", len(graphs), "graphs")
    evidence.check("the second call captures nothing", len(graphs) == len(guards_of(line)) == 1, len(graphs))


CONTROLS = [
    Control("one call before the look", fails="no graph before the first call", calls_before=1),
]
