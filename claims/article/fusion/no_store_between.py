"""Nothing is stored between the add and the cut at zero: the sum lives as a local value of one iteration.

Only the maximum takes it. In the machine code no memory is written from the add to the maximum either.
"""

from claims.engine import Collector, Control, compile_cpu, float_adds, float_maxima, loop_that_adds, readers, statements
from claims.subjects import line, line_and_sum, relu_apart, square


def collect(evidence: Collector, subject=line) -> None:
    kernel = compile_cpu(subject, square(64)).kernels[0]
    loop = kernel.loops[0]
    (added,) = [each for each in statements(loop) if each.kind == "add"]
    takers = readers(loop, added.name)
    evidence.check("only the maximum takes the sum", takers == ["maximum"], takers)
    stored = [each.reads for each in statements(loop) if each.kind == "store"]
    evidence.check("the sum is not stored", all(added.name not in names for names in stored), stored)
    evidence.value("stores", len(stored), "stores")
    machine = loop_that_adds(kernel.machine_code).instructions
    maxima = [machine.index(each) for each in float_maxima(machine)]
    first = machine.index(float_adds(machine)[0])
    until = min((place for place in maxima if place > first), default=len(machine))
    written = [str(each) for each in machine[first:until] if each.stores]
    evidence.check("the machine code stores nothing between", not written, written)
    evidence.check("a maximum in the machine code", bool(maxima), len(maxima))


CONTROLS = [
    Control("the sum asked for as a second output", fails="the sum is not stored", subject=line_and_sum),
    Control("a graph break between the add and the relu", fails="only the maximum takes the sum", subject=relu_apart),
    Control("no maximum after the add", fails="the machine code stores nothing between", subject=relu_apart),
]
