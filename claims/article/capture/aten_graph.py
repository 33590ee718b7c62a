"""The graph that reaches Inductor is written in ATen operators: permute, mm, add.Tensor and relu.

AOTAutograd traced Dynamo's graph once more, below PyTorch's dispatcher, and wrote down what arrived there.
"""

from claims.engine import Collector, Control, compile_cpu
from claims.subjects import line, line_by_rows, square, transpose_copied


def collect(evidence: Collector, subject=line, size=64) -> None:
    c = compile_cpu(subject, square(size))
    evidence.check("one ATen graph", len(c.aten_graphs) == 1, len(c.aten_graphs))
    calls = c.aten.targets
    names = [target.split(".")[1] for target in calls]
    evidence.value("calls", calls)
    evidence.value("nodes", len(calls), "nodes")
    evidence.check("every call is an ATen operator", all(target.startswith("aten.") for target in calls), calls)
    evidence.check("permute, mm, add, relu", names == ["permute", "mm", "add", "relu"], names)
    counts = [len(calls), len(c.graph.targets)]
    evidence.check("as many calls as Dynamo's graph", counts[0] == counts[1], counts)
    evidence.excerpt("graph.txt", c.aten.artifact)


CONTROLS = [
    Control("a transpose written out to memory", fails="permute, mm, add, relu", subject=transpose_copied),
    Control("a Python loop over the rows", fails="as many calls as Dynamo's graph", subject=line_by_rows, size=4),
]
