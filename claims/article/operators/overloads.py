"""Of the overloads of `aten.add`, the graph recorded the one for two tensors, although it adds a Python number.

There is an overload for a tensor and a number. Python's argument parser does not choose it: it takes the number for a
tensor without dimensions, and the graph writes the number back.
"""

import torch

from claims.engine import Artifact, Collector, Control, compile_cpu, overloads_of
from claims.subjects import line, line_with_row_of_ones, line_with_scalar_overload, square


def collect(evidence: Collector, subject=line) -> None:
    overloads = overloads_of(torch.ops.aten.add)
    tensors = [each for each in overloads if each.takes_tensors]
    evidence.value("overloads", len(overloads), "overloads")
    evidence.value("tensors", len(tensors), "overloads")
    evidence.check("one of them is for a tensor and a number", "Scalar" in [each.name for each in tensors])
    evidence.check("some add what is no tensor", len(tensors) < len(overloads), len(overloads) - len(tensors))
    graph = compile_cpu(subject, square(64)).aten
    (node,) = [node for node in graph.module.graph.nodes if str(node.target).startswith("aten.add.")]
    evidence.check("the graph recorded the overload for tensors", str(node.target) == "aten.add.Tensor", node.target)
    evidence.check("its second operand is a Python number", node.args[1] == 1.0, node.args[1])
    evidence.value("recorded", str(node.target))
    rows = "".join(f"{each.name:<15}{each.schema}\n" for each in overloads)
    shown = ("(Tensor ", "add.str", "add.int(", "add(Scalar")
    evidence.excerpt("overloads.txt", Artifact("the overloads", rows).all.keep(*shown, frame=False))


CONTROLS = [
    Control(
        "the overload for a number called by name",
        fails="the graph recorded the overload for tensors",
        subject=line_with_scalar_overload,
    ),
    Control(
        "a row of ones in place of the number",
        fails="its second operand is a Python number",
        subject=line_with_row_of_ones,
    ),
]
