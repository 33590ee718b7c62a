"""Where capture stops, Dynamo leaves the Python that it could not take, and a function of its own to resume in.

A print between the add and the relu is enough. The new bytecode calls the first graph, then print, then the resume
function, whose own frame is captured in its turn.
"""

import re

from claims.engine import Collector, Control, bytecode, compile_cpu
from claims.subjects import line, line_with_print, square


def collect(evidence: Collector, subject=line_with_print) -> None:
    c = compile_cpu(subject, square(64))
    resumed = [name for name in c.rewritten if name.startswith("torch_dynamo_resume_in_")]
    evidence.value("graphs", len(c.graphs), "graphs")
    evidence.value("resumed", len(resumed), "functions")
    if not evidence.check("a function to resume in", len(resumed) == 1, list(c.rewritten)):
        return
    named = resumed[0].startswith(f"torch_dynamo_resume_in_{subject.__name__}_at_")
    evidence.check("named after the function that broke off", named, resumed)
    last = [graph.targets[-1] for graph in c.graphs]
    evidence.check("one graph ends with the add, one with the relu", last == ["operator.add", "torch.relu"], last)
    text = bytecode(c.rewritten[subject.__name__])
    steps = re.findall(r"__compiled_fn_|\bprint\b|__resume_at_", text.text)
    evidence.check("first graph, then print, then resume", steps == ["__compiled_fn_", "print", "__resume_at_"], steps)
    evidence.excerpt("rewritten.txt", text.all.keep("__compiled_fn_", "print", "'between", "__resume_at_"))


CONTROLS = [
    Control("the line without a print", fails="a function to resume in", subject=line),
]
