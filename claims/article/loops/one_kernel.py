"""The six operations of three rounds share one generated loop, which loads each element once and stores it once."""

from claims.engine import Collector, Control, compile_cpu, count_loads, count_stores, paths
from claims.subjects import multiply_and_clamp, shift_and_clamp, square


def collect(evidence: Collector, subject=shift_and_clamp, rounds=3) -> None:
    c = compile_cpu(subject, square(64), rounds)
    loops = [loop for kernel in c.kernels for loop in kernel.loops]
    calls = sum(wrapper.function("call").count(f"{k.name}(") for wrapper in c.wrappers for k in c.kernels)
    evidence.check("one loop, run once", len(loops) == calls == 1, f"{len(loops)} loops, {calls} calls")
    moved = [(count_loads(loop), count_stores(loop)) for loop in loops]
    evidence.check("one load and one store", moved == [(1, 1)], moved)
    evidence.value("operations", len(c.graph.targets), "operations")
    evidence.value("loops", len(loops), "loop")
    evidence.value("calls", calls, "call")
    shown = [statement.text for path in paths(loops[0]) for statement in path]
    evidence.excerpt("loop.cpp", loops[0].keep(*shown, must_not=(".store(", "loadu(")))


CONTROLS = [Control("a product in every round", fails="one loop, run once", subject=multiply_and_clamp)]
