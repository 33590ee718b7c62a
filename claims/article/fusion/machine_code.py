"""The whole loop over the matrix is a handful of machine instructions that load each element once and store it once.

They are read from the bytes of the kernel that ran. Scalar code has a comparison and a selection in place of the
maximum; a compiler that unrolls has several of each.
"""

from claims.engine import Collector, Control, compile_cpu, float_adds, float_maxima
from claims.subjects import line, line_without_relu, relu_apart, square


def collect(evidence: Collector, subject=line) -> None:
    c = compile_cpu(subject, square(64))
    evidence.check("one generated loop", len(c.kernels) == 1 and len(c.kernels[0].loops) == 1, len(c.kernels))
    listing = c.kernel.machine_code
    loops = [each for each in listing.loops if float_adds(each.instructions)]
    evidence.check("one loop of machine code adds", len(loops) == 1, len(loops))
    (loop,) = loops
    adds, maxima = len(float_adds(loop.instructions)), len(float_maxima(loop.instructions))
    evidence.check("a maximum for every add", adds == maxima > 0, f"{adds} adds, {maxima} maxima")
    evidence.check(
        "stores what it loads and no more", loop.loads == loop.stores > 0, f"{loop.loads} and {loop.stores} bytes"
    )
    evidence.excerpt("loop.asm", loop.cut())
    depends = listing.artifact.depends
    evidence.value("instructions", len(loop.instructions), "instructions", depends)
    evidence.value("bytes", loop.loads, "bytes per iteration", depends)


CONTROLS = [
    Control("a graph break between the add and the relu", fails="one generated loop", subject=relu_apart),
    Control("no relu", fails="a maximum for every add", subject=line_without_relu),
]
