"""Dynamo leaves new bytecode for the function, which calls one compiled function with x and returns what comes out.

The other names that it loads belong to Dynamo's profiler: they mark where the way to the graph begins and ends.
"""

import re

from claims.engine import Collector, Control, compile_cpu
from claims.engine.capture.compilation import bytecode
from claims.subjects import line, line_with_print, square

DYNAMO = ("__compiled_fn_", "__import_torch_dot__dynamo_dot_utils")


def collect(evidence: Collector, subject=line) -> None:
    c = compile_cpu(subject, square(64))
    text = bytecode(c.rewritten[subject.__name__])
    names = [name for row in text.lines if row.startswith("LOAD_GLOBAL") for name in row.split()[1:] if name[0].isalpha() or name[0] == "_"]
    foreign = [name for name in names if name != "NULL" and not name.startswith(DYNAMO)]
    evidence.check("loads no global name but Dynamo's", not foreign, foreign)
    evidence.check("one compiled function", sum(name.startswith("__compiled_fn_") for name in names) == 1, names)
    operators = [row for row in text.lines if row.startswith("BINARY_OP") and row.split()[-1] in "@+"]
    evidence.check("no product and no add left", not operators, operators)
    evidence.check("x is loaded once", len(re.findall(r"\bx\b", text.text)) == 1)
    evidence.check("ends by returning", text.lines[-1] == "RETURN_VALUE", text.lines[-1])
    evidence.check("no other code object was replaced", list(c.rewritten) == [subject.__name__], list(c.rewritten))
    evidence.value("instructions", len(text.lines), "instructions", depends=text.depends)
    evidence.excerpt("rewritten.txt", text.all.keep("__compiled_fn_", "record_pregraph_", "graph_out_0", "RETURN_VALUE"))


CONTROLS = [
    Control("a print between the add and the relu", fails="loads no global name but Dynamo's", subject=line_with_print),
    Control("a print between the add and the relu", fails="no other code object was replaced", subject=line_with_print),
]
