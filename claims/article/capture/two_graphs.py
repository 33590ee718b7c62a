"""Dynamo's graph and the ATen graph of the same line share no call target."""

from claims.engine import Artifact, Collector, Control, compile_cpu
from claims.subjects import line, line_in_aten, square


def collect(evidence: Collector, subject=line) -> None:
    c = compile_cpu(subject, square(64))
    dynamo, aten = c.graph, c.aten
    shared = sorted({*dynamo.targets} & {*aten.targets})
    evidence.check("no call target in common", not shared, shared)
    evidence.value("shared", len(shared), "call targets")
    evidence.check("node for node", len(dynamo.targets) == len(aten.targets))
    rows = [(dynamo.stage, aten.stage), *zip(dynamo.targets, aten.targets, strict=False)]
    text = "".join(f"{left:<18}{right}\n" for left, right in rows)
    evidence.excerpt("stages.txt", Artifact("the two graphs side by side", text))


CONTROLS = [
    Control("the line written in ATen operators", fails="no call target in common", subject=line_in_aten),
]
