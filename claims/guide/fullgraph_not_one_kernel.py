"""With `fullgraph=True` a function is captured whole or refused, and one graph may still be run in several pieces.

The article's line is one graph. A library computes its product and a generated function the rest.
"""

from claims.engine import Collector, Control, compile_cpu, error_of, run_cells
from claims.subjects import line, square, steps_apart


def collect(evidence: Collector, subject=line, broken=steps_apart) -> None:
    error = error_of(lambda: compile_cpu(broken, square(8), fullgraph=True))
    evidence.check("a function with a break is refused", bool(error), error[:120])
    c = compile_cpu(subject, square(64), fullgraph=True)
    evidence.check("one graph", len(c.graphs) == 1, len(c.graphs))
    body = c.wrapper.function("call")
    pieces = body.count("extern_kernels.mm(") + sum(body.count(f"{kernel.name}(") for kernel in c.kernels)
    evidence.check("run in more than one piece", pieces > 1, pieces)
    evidence.value("graphs", len(c.graphs))
    evidence.value("pieces", pieces)
    small = compile_cpu(run_cells("function")["three_steps"], square(8), fullgraph=True)
    evidence.check("the three operations need one", len(small.kernels) == 1, len(small.kernels))
    evidence.excerpt("call.py", body.keep(*(text for text in ("extern_kernels.mm(", "cpp_fused") if text in body)))


def without_product(x):
    return x.relu() + 1.0


CONTROLS = [
    Control("a function without a product", fails="run in more than one piece", subject=without_product),
    Control("a function without a break", fails="a function with a break is refused", broken=line),
]
