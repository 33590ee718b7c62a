"""Told to make one graph of the branch, PyTorch raises an error about a condition on data, not about the item."""

from claims.engine import Collector, Control, compile_cpu, message_of
from claims.subjects import gate_by_sum, gate_by_where, square


def collect(evidence: Collector, subject=gate_by_sum) -> None:
    error = message_of(lambda: compile_cpu(subject, square(64), fullgraph=True))
    evidence.check("it raises", bool(error.text), error.text[:120])
    evidence.check("it speaks of a condition on data", "data-dependent" in error, error.text[:120])
    evidence.check("it does not speak of the item", "item()" not in error)
    evidence.value("kind", error.text.partition(":")[0])
    if error.text:
        evidence.excerpt("error.txt", error)


CONTROLS = [
    Control("the choice made by torch.where", fails="it raises", subject=gate_by_where),
]
