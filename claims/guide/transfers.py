"""Operation by operation the function makes six transfers of a tensor, and in one pass two would do.

A transfer is a tensor read or written, as it is handed to an operation or back. The generated loop makes those two: it
loads once and stores once, for every element. This counts what programs ask for, not what moves between caches and
memory.
"""

from claims.engine import (
    Collector,
    Control,
    allocations,
    compile_cpu,
    count_loads,
    count_stores,
    dispatched,
    run_cells,
    table,
)
from claims.subjects import steps_and_sum

LENGTH = 1024


def collect(evidence: Collector, subject=None) -> None:
    ran = run_cells("function")
    function, x = subject or ran["three_steps"], ran["torch"].randn(LENGTH)
    seen = dispatched(function, x)
    rows = [(call.name, _whole(call.inputs), _whole(call.outputs)) for call in seen]
    eager = sum(read + written for _, read, written in rows)
    evidence.check("six one by one", eager == 6, eager)
    c = compile_cpu(function, x)
    nodes = c.graph.operations
    outputs = c.output if isinstance(c.output, tuple) else (c.output,)
    model = nodes.count("placeholder") + len(outputs)
    evidence.check("two in one pass, by the model", model == 2, model)
    (loop,) = c.kernel.loops
    loads, stores = count_loads(loop), count_stores(loop)
    evidence.check("the loop loads once and stores once", (loads, stores) == (1, 1), f"{loads} and {stores}")
    evidence.check("for every element", loop.iterations * loop.step == LENGTH, f"{loop.iterations} × {loop.step}")
    made = [allocations(path, x).made for path in (function, c.compiled)]
    evidence.check("eager allocates more", made[0] > made[1], made)
    evidence.value("eager", eager)
    evidence.value("fused", model)
    evidence.value("loads", loads)
    evidence.value("stores", stores)
    rows += [("all three in one pass", nodes.count("placeholder"), len(outputs))]
    evidence.excerpt("transfers.txt", table("transfers", "<22 >6 >9", [("", "reads", "writes"), *rows]))


def _whole(tensors) -> int:
    """Return how many of the tensors are as long as the input; the constants, which have one element, are not."""
    return sum(tensor.numel() == LENGTH for tensor in tensors)


CONTROLS = [
    Control("the sum returned as well", fails="two in one pass, by the model", subject=steps_and_sum),
    Control("the sum returned, in the code", fails="the loop loads once and stores once", subject=steps_and_sum),
]
