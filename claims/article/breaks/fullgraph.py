"""Told to make one graph of the branch, PyTorch raises an error that names the data it would depend on."""

from claims.engine import Collector, Control, compile_cpu, error_of
from claims.subjects import gate_by_sum, gate_by_where, square


def collect(evidence: Collector, subject=gate_by_sum) -> None:
    error = error_of(lambda: compile_cpu(subject, square(64), fullgraph=True))
    evidence.check("it raises", bool(error), error[:120])
    evidence.value("error", error.partition(":")[0])


CONTROLS = [Control("the choice made by torch.where", fails="it raises", subject=gate_by_where)]
