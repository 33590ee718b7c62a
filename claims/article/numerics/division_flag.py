"""The line divides no integers, and its kernel still carries a flag for integer division by zero around the loop.

Where a kernel does divide integers, the flag turns a zero divisor into eager's error.
"""

import torch

from claims.engine import Collector, Control, Run, compile_cpu
from claims.subjects import floor_quotient, line, square

FLAG = "inductor_cpu_integer_div_error"


def collect(evidence: Collector, divisor=0) -> None:
    c = compile_cpu(line, square(64))
    function, loop = c.kernel.function, c.kernel.loops[0]
    before, after = (function.artifact.lines[a:b] for a, b in ((function.start, loop.start), (loop.end, function.end)))
    evidence.check("the flag stands before the loop", any(FLAG in row for row in before))
    evidence.check("it is read after the loop", any("throw_if_integer_div_error" in row for row in after))
    evidence.check("the loop does not touch it", FLAG not in loop)
    a = torch.arange(16, dtype=torch.int32)
    b = torch.full_like(a, divisor)
    for name, path in (("eager", floor_quotient), ("compiled", lambda *ab: compile_cpu(floor_quotient, *ab).output)):
        try:
            said = str(path(a, b).tolist())
        except RuntimeError as error:
            said = str(error).splitlines()[0]
        evidence.check(f"{name} refuses a zero divisor", "ZeroDivisionError" in said, said.rpartition(", ")[2])
    evidence.value("mentions", function.count(FLAG), "mentions")
    evidence.excerpt("kernel.cpp", function.keep(FLAG))


CONTROLS = [Control("a divisor of one", fails="compiled refuses a zero divisor", divisor=1)]
RUN = Run(seconds=300)
