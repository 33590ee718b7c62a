"""Dynamo's graph keeps Python's own words: the attribute T, the operators @ and +, and torch.relu, one node each.

A node stands for a whole tensor. There is no loop over elements in it, so a smaller matrix gives the same graph.
"""

from claims.engine import Collector, Control, compile_cpu
from claims.subjects import line, line_by_rows, line_in_aten, square


def collect(evidence: Collector, subject=line, sizes=(64, 8)) -> None:
    graphs = [compile_cpu(subject, square(size), dynamic=False).graph for size in sizes]
    graph = graphs[0]
    evidence.value("calls", graph.targets)
    evidence.value("nodes", len(graph.targets), "nodes")
    evidence.check("no ATen operator", not any(target.startswith("aten.") for target in graph.targets), graph.targets)
    kinds = sorted({*graph.operations} - {"placeholder", "call_function", "call_method", "output"})
    evidence.check("only inputs, calls and one output", not kinds, kinds)
    evidence.check("one input", graph.operations.count("placeholder") == 1)
    evidence.check(
        "the same graph for another size",
        graphs[0].artifact.text == graphs[1].artifact.text,
        f"{len(graphs[0].targets)} and {len(graphs[1].targets)} call nodes",
    )
    evidence.excerpt("graph.txt", graph.artifact)


CONTROLS = [
    Control("a Python loop over the rows", fails="the same graph for another size", subject=line_by_rows, sizes=(4, 2)),
    Control("the line written in ATen operators", fails="no ATen operator", subject=line_in_aten),
]
