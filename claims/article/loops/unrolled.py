"""A Python loop leaves no loop in the graph: each round adds two operations."""

from claims.engine import Collector, Control, compile_cpu
from claims.subjects import shift_and_clamp, square


def collect(evidence: Collector, rounds=3) -> None:
    one, three = (compile_cpu(shift_and_clamp, square(64), times) for times in (1, rounds))
    found = len(one.graph.targets), len(three.graph.targets)
    evidence.check("two operations a round", found == (2, 6), found)
    turns = ["operator.add", "torch.relu"] * 3
    evidence.check("add, relu, and so on", three.graph.targets == turns, three.graph.targets)
    evidence.value("one", found[0], "operations")
    evidence.value("three", found[1], "operations")
    evidence.excerpt("graph.txt", three.graph.artifact)


CONTROLS = [Control("two rounds in place of three", fails="two operations a round", rounds=2)]
