"""The captured graph is a multiplication, an addition and a relu, each taking what the one before it made.

It is the same graph whatever numbers the input holds, and holds none of them. Prepared for the backend, the same three
are operators of ATen.
"""

import itertools

from claims.engine import Collector, Control, Graph, compile_cpu, notebook_cell, run_cells
from claims.subjects import steps_in_another_order

STEPS = ["operator.mul", "operator.add", "torch.relu"]
IN_ATEN = ["aten.mul.Tensor", "aten.add.Tensor", "aten.relu.default"]


def collect(evidence: Collector, subject=None) -> None:
    given = {"three_steps": subject} if subject else {}
    runs = [run_cells(*([] if subject else ["function"]), "graph", **given) for _ in range(2)]
    evidence.check("the cell's own assertion holds", not runs[0].failed, runs[0].failed)
    graphs = [Graph(run["seen"][0], "Dynamo") for run in runs]
    evidence.check("multiply, add, relu", graphs[0].targets == STEPS, graphs[0].targets)
    calls = [node for node in graphs[0].module.graph.nodes if node.op != "output"]
    chained = all(node.all_input_nodes == [before] for before, node in itertools.pairwise(calls))
    evidence.check("each takes what the one before made", chained)
    evidence.check("the same for other numbers", graphs[0].artifact.text == graphs[1].artifact.text)
    aten = compile_cpu(subject or runs[0]["three_steps"], runs[0]["torch"].randn(8)).aten
    evidence.check("the same steps in ATen", aten.targets == IN_ATEN, aten.targets)
    evidence.value("steps", len(graphs[0].targets))
    evidence.excerpt("cell.py", notebook_cell("graph").artifact)
    evidence.excerpt("graph.txt", graphs[0].artifact)
    evidence.excerpt("prepared.txt", aten.artifact)


CONTROLS = [Control("the relu before the other two", fails="multiply, add, relu", subject=steps_in_another_order)]
