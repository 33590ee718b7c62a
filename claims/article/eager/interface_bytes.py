"""Across their interfaces, the two operators read and write twice the bytes that the fused loop reads and writes.

The first figure is counted from the tensors that eager hands to its operators, the second from the loads and stores
in the generated loop. Neither is traffic that anyone measured.
"""

from claims.engine import Collector, Control, compile_cpu, count_loads, count_stores, dispatched
from claims.subjects import line, relu_apart, square

FLOAT32 = 4


def collect(evidence: Collector, subject=line) -> None:
    x = square(64)
    tail = [call for call in dispatched(line, x) if call.name in ("aten.add.Tensor", "aten.relu.default")]
    eager = sum(call.bytes_read + call.bytes_written for call in tail)
    loops = [loop for kernel in compile_cpu(subject, x).kernels for loop in kernel.loops]
    fused = sum(_moved(loop, count_loads) + _moved(loop, count_stores) for loop in loops)
    n = x.numel()
    evidence.check(
        "two operators at 16 bytes an element",
        (len(tail), eager) == (2, 16 * n),
        f"{eager} bytes in {len(tail)} operators",
    )
    evidence.check("the loop at 8 bytes an element", fused == 8 * n, f"{fused} bytes, loops: {len(loops)}")
    evidence.value("eager", eager, "bytes")
    evidence.value("fused", fused, "bytes")
    evidence.value("eager-each", eager // n, "bytes an element")
    evidence.value("fused-each", fused // n, "bytes an element")


def _moved(loop, count) -> int:
    """Return the bytes of the loop's loads, or of its stores: statements × elements each × iterations."""
    return count(loop) * loop.step * loop.iterations * FLOAT32


CONTROLS = [
    Control("a graph break between the add and the relu", fails="the loop at 8 bytes an element", subject=relu_apart)
]
