"""The sum that crosses the break is a tensor of 4 MiB, an output of one graph and an input of the next.

Graphs and programs agree on it: the shape stands in both graphs, and while they run, the second is given the memory
that the first gave back. Without the break no such tensor is made.
"""

from claims.engine import Collector, Control, compile_cpu, watch_regions
from claims.subjects import square, tail, tail_apart

MIB = 2**20


def collect(evidence: Collector, subject=tail_apart) -> None:
    y = square(1024)
    graphs = compile_cpu(subject, y).aten_graphs
    given = [_bytes(graph.module.graph, "output") for graph in graphs[:1]]
    taken = [_bytes(graph.module.graph, "placeholder") for graph in graphs[1:]]
    evidence.check("an output of one, an input of the next", given and given == taken, f"{given} and {taken} bytes")
    first, *others = watch_regions(subject, y)
    crossing = [tensor for other in others for tensor in other.takes_from(first)]
    evidence.check("the same memory while they run", len(crossing) == 1, len(crossing))
    size = sum(tensor.numel() * tensor.element_size() for tensor in crossing)
    evidence.check("as many bytes as the graphs say", [size] == given == taken, size)
    evidence.value("crossing", size // MIB, "MiB")
    for name, compilation in (("whole", compile_cpu(tail, y)), ("apart", compile_cpu(subject, y))):
        made = sum(wrapper.count("= empty_strided_cpu(") for wrapper in compilation.wrappers)
        evidence.value(f"{name}-made", made, "tensors")


def _bytes(graph, kind: str) -> int:
    """Return the bytes of all tensors that a graph is given, or gives back."""
    nodes = [node for node in graph.nodes if node.op == kind]
    tensors = nodes if kind == "placeholder" else [value for node in nodes for value in node.args[0]]
    return sum(node.meta["val"].numel() * node.meta["val"].element_size() for node in tensors)


CONTROLS = [Control("no break", fails="an output of one, an input of the next", subject=tail)]
