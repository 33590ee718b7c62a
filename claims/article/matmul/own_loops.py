"""At 512 rows and columns, the library makes the product in less time than loops that Inductor generates for it.

Written with operations on elements and a sum, the product becomes three loops, the inner one with vectors. They use
nothing of what a library does: no tiles, no rearranged operands, no block of results kept in registers.
"""

from time import perf_counter

import torch

from claims.engine import Collector, Control, Path, Run, compile_cpu
from claims.subjects import product, product_by_elements, square

RUN = Run(alone=True)
CALLS = 5


def collect(evidence: Collector, subject=product_by_elements) -> None:
    x = square(512)
    own, library = compile_cpu(subject, x), compile_cpu(product, x, options={"fx_graph_cache": False})
    evidence.check("no call of the library", "extern_kernels" not in own.wrapper.function("call"))
    evidence.check("the library makes the other", "extern_kernels.mm(" in library.wrapper.function("call"))
    evidence.check("the same product", torch.allclose(own.output, library.output, rtol=1e-4, atol=1e-3))
    evidence.one_shot(
        "the library is faster",
        slower=Path("loops", lambda: _seconds(own.compiled, x)),
        faster=Path("library", lambda: _seconds(library.compiled, x)),
        times=1.2,
        unit="ms",
    )
    if own.kernels:
        evidence.value("loops", _depth(own.kernel.loops[0]), "loops")
        function = own.kernel.function
        # For gcc alone, Inductor writes a pragma before a loop over rows.
        depends = (*function.artifact.depends, "compiler")
        evidence.excerpt("loops.cpp", function.keep("for(", "tmp2 = ", "out_ptr0[", frame=False), depends)


def _depth(loop) -> int:
    """Return how many loops lie inside one another."""
    return 1 + max((_depth(inner) for inner in loop.loops), default=0)


def _seconds(function, x) -> float:
    return min(_timed(function, x) for _ in range(CALLS))


def _timed(function, x) -> float:
    start = perf_counter()
    function(x)
    return perf_counter() - start


CONTROLS = [Control("the library on both sides", fails="the library is faster", subject=product)]
