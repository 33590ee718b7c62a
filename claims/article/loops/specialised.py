"""The number of rounds is part of the graph: one, one, three and five rounds make three graphs."""

from claims.engine import Collector, Control, Given, call_in_series
from claims.subjects import shift_and_clamp, square

ROUNDS = (1, 1, 3, 5)


def collect(evidence: Collector, rounds=ROUNDS, dynamic=None) -> None:
    y = square(64)
    s = call_in_series(shift_and_clamp, [Given(f"{n} rounds", (y, n)) for n in rounds], dynamic=dynamic)
    evidence.check("one, one, two, three graphs", s.captures == [1, 1, 2, 3], s.captures)
    evidence.check("every result is eager's", s.right)
    nodes = [sum(node.op.startswith("call") for node in graph.graph.nodes) for graph in s.graphs]
    evidence.check("each as long as its rounds", nodes == [2 * n for n in sorted({*rounds})], nodes)
    evidence.value("graphs", s.captures[-1], "graphs")
    evidence.value("largest", nodes[-1], "operations")
    evidence.excerpt("calls.txt", s.artifact)


CONTROLS = [Control("the same number every time", fails="one, one, two, three graphs", rounds=(3, 3, 3, 3))]
