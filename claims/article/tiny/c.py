"""The C function is the instructions in their order, inside a loop over a buffer of any length.

The loop, the pointers and the element type come in at this step; the instructions knew none of them.
"""

import re

from claims import tiny
from claims.engine import Artifact, Collector, Control


def collect(evidence: Collector, source=tiny.EXPRESSION, restrict=False) -> None:
    program = tiny.lower(tiny.parse(source))
    text = tiny.emit(program, restrict)
    function = Artifact("the C source", text, "cpp").function("run")
    evidence.check(
        "two pointers and a length",
        "void run(const float *input, float *output, size_t n)" in function,
        function.lines[0],
    )
    loops = re.findall(r"for \(.*\)", function.text)
    evidence.check("one loop of any length", loops == ["for (size_t i = 0; i < n; ++i)"], loops)
    defined = re.findall(r"float (t\d+) = ", function.text)
    names = [i.name for i in program.instructions]
    evidence.check("a definition for each instruction, in their order", defined == names == ["t0", "t1", "t2"], defined)
    evidence.check("one load and one store", (function.count("input[i]"), function.count("output[i]")) == (1, 1))
    words = [word for word in ("float", "for", "input", "size_t") if word in str(program)]
    evidence.check("the instructions know no loop and no type", not words, words)
    evidence.excerpt("run.cpp", function)


CONTROLS = [
    Control("another expression", fails="a definition for each instruction, in their order", source="relu(x)"),
    Control("pointers that promise not to overlap", fails="two pointers and a length", restrict=True),
]
