"""A choice by `torch.cond` stays in one graph, which carries both sides as graphs of their own.

The generated program keeps the choice. Its wrapper calls one side below an `if` and the other below `else`, and the
`if` takes the number out of the tensor, inside of the compiled program.
"""

import torch

from claims.engine import Collector, Control, compile_cpu
from claims.subjects import rows_or_columns, rows_or_columns_by_cond, square


def collect(evidence: Collector, subject=rows_or_columns_by_cond) -> None:
    x = square(64)
    c = compile_cpu(subject, x)
    inner = c.graph.carried
    evidence.check("two graphs inside the one", len(inner) == 2, [*inner])
    evidence.check("no break", not c.breaks, len(c.breaks))
    operators = [target for target in c.graph.targets if target.endswith("cond")]
    evidence.check("one operator chooses", len(operators) == 1, c.graph.targets)
    same = all(torch.allclose(c.compiled(each), subject(each), atol=1e-3) for each in (x + 1.0, x - 1.0))
    evidence.check("either choice is eager's", same)
    evidence.value("inside", len(inner), "graphs")
    evidence.excerpt("graph.txt", c.graph.artifact)
    for number, graph in enumerate(inner.values(), 1):
        evidence.excerpt(f"inside-{number}.txt", graph.artifact)
    call = c.wrapper.function("call")
    evidence.check("the wrapper asks for the number", call.count(".item()") == 1, call.count(".item()"))
    if inner:
        evidence.excerpt("call.py", call.keep("cpp_fused_gt_sum_0(", ".item()", "if ", "= true_", "else:", "= false_"))


CONTROLS = [Control("torch.where in its place", fails="two graphs inside the one", subject=rows_or_columns)]
