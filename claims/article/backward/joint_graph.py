"""Forward and backward are traced into one graph, which is then cut in two so that little has to be kept between them.

The add and the relu end up on both sides: the product is kept, and they are computed from it once more. The product is
computed on one side only.
"""

from claims.engine import Artifact, Collector, Control, backward_of, compile_cpu, joint_graphs
from claims.subjects import loss, loss_and_matrix, loss_recomputed, square


def collect(evidence: Collector, subject=loss) -> None:
    x = square(64).requires_grad_()
    with joint_graphs() as joint:
        forward = compile_cpu(subject, x)
    backward = backward_of(forward, x)
    evidence.check("one joint graph", len(joint) == 1, len(joint))
    whole, first, second = joint[0], forward.aten, backward.aten
    inputs = [node.name for node in whole.module.graph.nodes if node.op == "placeholder"]
    evidence.check("it takes the input and a tangent", inputs == ["primals_1", "tangents_1"], inputs)
    sides = {name: (name in _calls(first), name in _calls(second)) for name in _calls(whole)}
    both = [name for name, side in sides.items() if all(side)]
    evidence.check("add and relu are on both sides", {"add", "relu"} <= set(both), both)
    evidence.check("the product is on one side", sides["mm"] == (True, False), sides["mm"])
    for name, graph in (("joint", whole), ("forward", first), ("backward", second)):
        evidence.value(name, len(graph.targets), "nodes")
    evidence.value("twice", both)
    rows = [f"{n:<15}{'forward' if a else '':<9}{'backward' if b else ''}".rstrip() for n, (a, b) in sides.items()]
    shown = [row for row, (first, _) in zip(rows, sides.values(), strict=True) if first]
    shown += [row for row in rows if row.split()[0] in ("where", "mm_1", "mm_2", "add_1")]
    table = Artifact("the sides of the cut", "".join(f"{row}\n" for row in rows))
    evidence.excerpt("sides.txt", table.all.keep(*shown, frame=False))


def _calls(graph) -> list[str]:
    """Return the names of a graph's call nodes in order; a node keeps its name through the cut."""
    return [node.name for node in graph.module.graph.nodes if node.op == "call_function"]


CONTROLS = [
    Control(
        "the matrix returned beside the loss, so that it exists anyway",
        fails="add and relu are on both sides",
        subject=loss_and_matrix,
    ),
    Control("nothing may be kept", fails="the product is on one side", subject=loss_recomputed),
]
