"""The add and the relu run in one generated loop, whose body loads, adds, cuts off at zero and stores.

The order is read from the values: each statement takes what the one before it made. No setting brings this about and
none that Inductor has for fusion undoes it, since the add is written into the relu while the graph is translated.
"""

from claims.engine import Collector, Control, compile_cpu, kinds, paths
from claims.subjects import line, line_without_relu, relu_apart, square

BODY = ["load", "add", "maximum", "store"]


def collect(evidence: Collector, subject=line) -> None:
    c = compile_cpu(subject, square(64))
    loops = [loop for kernel in c.kernels for loop in kernel.loops]
    evidence.check("one generated loop", len(loops) == 1, f"{len(loops)} in {len(c.kernels)} kernels")
    bodies = [kinds(path) for loop in loops for path in paths(loop)]
    evidence.check("load, add, maximum, store", bodies == [BODY], bodies)
    flat = all(not loop.loops for loop in loops)
    evidence.check("no loop inside the loop", flat)
    off = compile_cpu(subject, square(64), options={"epilogue_fusion": False, "fx_graph_cache": False})
    same = [k.source.text for k in off.kernels] == [k.source.text for k in c.kernels]
    evidence.check("the same with epilogue_fusion off", same)
    shown = [statement.text for path in paths(loops[0]) for statement in path]
    evidence.excerpt("loop.cpp", loops[0].keep(*shown, must_not=(".store(", "loadu(", "[static_cast")))


CONTROLS = [
    Control("a graph break between the add and the relu", fails="one generated loop", subject=relu_apart),
    Control("no relu", fails="load, add, maximum, store", subject=line_without_relu),
]
