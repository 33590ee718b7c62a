"""The generated loop does what the sketch does: load, multiply, add, cut off at zero, store, and no other store.

Sketch and loop give the same bits. What the loop adds is that it takes several numbers at a time.
"""

from claims.engine import Artifact, Collector, Control, compile_cpu, kinds, notebook_cell, paths, run_cells
from claims.subjects import steps_and_sum, steps_apart

BODY = ["load", "multiply", "add", "maximum", "store"]


def collect(evidence: Collector, subject=None) -> None:
    ran = run_cells("function", "sketch")
    evidence.check("the cell's own assertion holds", not ran.failed, ran.failed)
    x = ran["torch"].randn(1024, generator=ran["torch"].Generator().manual_seed(1024))
    c = compile_cpu(subject or ran["three_steps"], x)
    loops = [loop for kernel in c.kernels for loop in kernel.loops]
    evidence.check("one generated loop", len(loops) == 1, f"{len(loops)} in {len(c.kernels)} kernels")
    bodies = [kinds(path) for loop in loops for path in paths(loop)]
    evidence.check("load, multiply, add, maximum, store", bodies == [BODY], bodies)
    same = ran["torch"].equal(ran["one_pass"](x), c.output) if len(bodies) == 1 else False
    evidence.check("the sketch gives the same bits", same)
    evidence.value("step", loops[0].step, depends=("arch", "isa"))
    source = notebook_cell("sketch").source.partition("\n\n\n")[0]
    evidence.excerpt("sketch.py", Artifact("the sketch", source + "\n", "python"))
    shown = [statement.text for path in paths(loops[0]) for statement in path]
    evidence.excerpt("loop.cpp", loops[0].keep(*shown, must_not=(".store(", "loadu(")))
    call = c.wrappers[0].function("call")
    evidence.excerpt("call.py", call.keep("empty_strided_cpu(", "cpp_fused", "return ("))


CONTROLS = [
    Control("a graph break before the relu", fails="one generated loop", subject=steps_apart),
    Control("the sum returned as well", fails="load, multiply, add, maximum, store", subject=steps_and_sum),
]
