"""Through its loads and stores the fused loop moves half of what add and relu move when each has its own loop.

Eager's operators take and give as many bytes across their interfaces as the two loops do. All of it is counted from
the generated text, and the machine code confirms it per element; none of it is traffic that was measured.
"""

from claims.engine import (
    Collector,
    Control,
    compile_cpu,
    count_loads,
    count_stores,
    dispatched,
    float_adds,
    lanes,
    loop_that_adds,
)
from claims.subjects import line, relu_apart, square

FLOAT32 = 4


def collect(evidence: Collector, subject=line) -> None:
    x = square(64)
    tail = [call for call in dispatched(line, x) if call.name in ("aten.add.Tensor", "aten.relu.default")]
    eager = sum(call.bytes_read + call.bytes_written for call in tail)
    c = compile_cpu(subject, x)
    fused, apart = (_moved(each.kernels) for each in (c, compile_cpu(relu_apart, x)))
    evidence.check("two loops move what the operators move", apart == eager, f"{apart} and {eager} bytes")
    evidence.check("one loop moves half of it", 2 * fused == eager, f"{fused} and {eager} bytes")
    machine = loop_that_adds(c.kernels[0].machine_code)
    done = sum(lanes(each) for each in float_adds(machine.instructions))
    each = machine.loads / done, machine.stores / done
    evidence.check("the machine code moves an element in and out", each == (FLOAT32, FLOAT32), each)
    loads = sum(_side(loop, count_loads) for kernel in c.kernels for loop in kernel.loops)
    evidence.value("loads", loads, "bytes")
    evidence.value("stores", fused - loads, "bytes")
    evidence.value("fused", fused, "bytes")
    evidence.value("apart", apart, "bytes")
    evidence.value("eager", eager, "bytes")


def _moved(kernels) -> int:
    return sum(_side(loop, count) for k in kernels for loop in k.loops for count in (count_loads, count_stores))


def _side(loop, count) -> int:
    """Return the bytes of a loop's loads, or of its stores: statements × elements each × iterations."""
    return count(loop) * loop.step * loop.iterations * FLOAT32


CONTROLS = [
    Control("a graph break between the add and the relu", fails="one loop moves half of it", subject=relu_apart)
]
