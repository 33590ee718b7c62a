"""Eager execution dispatches four operators, each when Python reaches it; each takes what the one before it made."""

import itertools

from claims.engine import Artifact, Collector, Control, dispatched
from claims.subjects import line, relu_before_add, square

ORDER = ["aten.permute.default", "aten.mm.default", "aten.add.Tensor", "aten.relu.default"]


def collect(evidence: Collector, subject=line) -> None:
    calls = dispatched(subject, square(64))
    names = [call.name for call in calls]
    evidence.check("the order", names == ORDER, ", ".join(names))
    places = [call.instruction for call in calls]
    evidence.check("each at its own place in the function", places == sorted(set(places)) and places[0] >= 0)
    links = [any(out is taken for out in a.outputs for taken in b.inputs) for a, b in itertools.pairwise(calls)]
    evidence.check("each takes what the one before made", all(links) and len(links) == len(calls) - 1)
    evidence.check("only the transpose is a view", [call.is_view for call in calls] == [True, False, False, False])
    evidence.value("operators", len(calls), "operators")
    evidence.value("matrices", sum(not call.is_view for call in calls), "matrices")
    evidence.excerpt("operators.txt", Artifact("the dispatched operators", "".join(map(_row, calls))))


def _row(call) -> str:
    view = "  a view" if call.is_view else ""
    return f"{call.name:<24}{_shapes(call.inputs):<16}→ {_shapes(call.outputs)}{view}\n"


def _shapes(tensors) -> str:
    return ", ".join("×".join(str(size) for size in tensor.shape) for tensor in tensors)


CONTROLS = [Control("the relu before the add", fails="the order", subject=relu_before_add)]
