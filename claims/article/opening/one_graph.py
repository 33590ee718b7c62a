"""Dynamo captured the whole line as one graph without a break, although its product is a call into a library.

The library call and the generated loop are two ways to carry out parts of one graph; the same wrapper makes both calls.
"""

from claims.engine import Collector, Control, compile_cpu
from claims.subjects import line, number_taken_out, relu_apart, square


def collect(evidence: Collector, subject=line) -> None:
    c = compile_cpu(subject, square(64))
    evidence.check("one graph", len(c.graphs) == 1, len(c.graphs))
    evidence.check("no break", not c.breaks, "; ".join(reason.splitlines()[0] for reason in c.breaks) or "none")
    both = [w for w in c.wrappers if "extern_kernels.mm(" in w and "cpp_fused" in w.function("call")]
    both = [w for w in both if "relu" in w.function("call")]
    evidence.check(
        "one wrapper calls library and loop", len(both) == len(c.wrappers) == 1, f"wrappers: {len(c.wrappers)}"
    )
    evidence.value("graphs", len(c.graphs), "graph")
    evidence.value("breaks", len(c.breaks), "breaks")


CONTROLS = [
    Control("a Python number taken out of a tensor halfway", fails="no break", subject=number_taken_out),
    Control("a graph break before the relu", fails="one wrapper calls library and loop", subject=relu_apart),
]
