"""Dynamo leaves new bytecode for the function: it calls one compiled function with x, and returns.

The other names that it loads belong to Dynamo's profiler: they mark where the way to the graph begins and ends. The
product, the add and the names torch, relu and T are gone from the instructions.
"""

import re

from claims.engine import Collector, Control, bytecode, compile_cpu
from claims.subjects import line, line_with_print, square

DYNAMO = ("__compiled_fn_", "__import_torch_dot__dynamo_dot_utils")


def collect(evidence: Collector, subject=line, rewritten=True) -> None:
    own = subject.__code__
    c = compile_cpu(subject, square(64))
    evidence.check("the function keeps its own code", subject.__code__ is own and own not in c.rewritten.values())
    text = bytecode(c.rewritten[subject.__name__]) if rewritten else c.bytecode
    rows = [row.replace("NULL", "").split() for row in text.lines]
    names = [word for row in rows if row[0] == "LOAD_GLOBAL" for word in row[1:] if word != "+"]
    foreign = [name for name in names if not name.startswith(DYNAMO)]
    evidence.check("loads no global name but Dynamo's", not foreign, foreign)
    evidence.check("one compiled function", sum(name.startswith("__compiled_fn_") for name in names) == 1, names)
    operators = [row[-1] for row in rows if row[0] == "BINARY_OP" and row[-1] in ("@", "+")]
    evidence.check("no product and no add left", not operators, operators)
    loads = [row for row in text.lines if re.search(r"\bx\b", row)]
    evidence.check("x is loaded once", len(loads) == 1, loads)
    evidence.check("ends by returning", text.lines[-1] == "RETURN_VALUE", text.lines[-1])
    evidence.check("no other code object was replaced", list(c.rewritten) == [subject.__name__], list(c.rewritten))
    evidence.value("instructions", len(text.lines), "instructions", depends=text.depends)
    if rewritten:
        evidence.excerpt("rewritten.txt", text.all.keep("__compiled_fn_", "record_pregraph_", *loads, "RETURN_VALUE"))


CONTROLS = [
    Control("a print between the add and the relu", fails="loads no global name but Dynamo's", subject=line_with_print),
    Control("Python's own bytecode in its place", fails="no product and no add left", rewritten=False),
]
