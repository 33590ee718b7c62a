"""Told to make one graph of the branch, PyTorch raises an error about a condition on data, not about the item."""

from claims.engine import Collector, Control, compile_cpu, message_of
from claims.subjects import gate_by_sum, gate_by_where, square


def collect(evidence: Collector, subject=gate_by_sum) -> None:
    error = message_of(lambda: compile_cpu(subject, square(64), fullgraph=True))
    evidence.check("it raises", bool(error.text), error.text[:120])
    evidence.check("it speaks of a condition on data", "data-dependent" in error, error.text[:120])
    evidence.check("and not of the setting for items", "capture_scalar_outputs" not in error)
    evidence.value("kind", error.text.partition(":")[0])
    if error.text:
        shown = error.all.keep("Could not guard", "consider using", "Caused by", frame=False)
        evidence.excerpt("error.txt", shown)


CONTROLS = [
    Control("the choice made by torch.where", fails="it raises", subject=gate_by_where),
]
