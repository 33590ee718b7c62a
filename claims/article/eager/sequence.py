"""Eager execution dispatches four operators, each when Python reaches it, and each takes what the one before it made."""

from claims.engine import Artifact, Collector, Control
from claims.engine.capture.dispatch import dispatched
from claims.subjects import line, relu_before_add, square

ORDER = ["aten.permute.default", "aten.mm.default", "aten.add.Tensor", "aten.relu.default"]


def collect(evidence: Collector, subject=line) -> None:
    calls = dispatched(subject, square(64))
    names = [call.name for call in calls]
    evidence.check("the order", names == ORDER, ", ".join(names))
    places = [call.instruction for call in calls]
    evidence.check("each at its own place in the function", places == sorted(set(places)) and places[0] >= 0)
    links = [any(out is taken for out in a.outputs for taken in b.inputs) for a, b in zip(calls, calls[1:], strict=False)]
    evidence.check("each takes what the one before made", all(links) and len(links) == len(calls) - 1)
    evidence.check("only the transpose is a view", [call.is_view for call in calls] == [True, False, False, False])
    evidence.value("operators", len(calls), "operators")
    evidence.value("matrices", sum(not call.is_view for call in calls), "matrices")
    rows = [f"{c.name:<24}{_shapes(c.inputs):<24}→ {_shapes(c.outputs)}{'  a view' if c.is_view else ''}\n" for c in calls]
    evidence.excerpt("operators.txt", Artifact("the dispatched operators", "".join(rows)))


def _shapes(tensors) -> str:
    return ", ".join("×".join(str(size) for size in tensor.shape) for tensor in tensors)


CONTROLS = [Control("the relu before the add", fails="the order", subject=relu_before_add)]
