"""Line tables leave the machine code as it is, byte for byte: without any, as Inductor asks for, and with all there is.

So a debugger or a profiler may be given the source lines of the very loop that ran.
"""

from claims.engine import Collector, Control, compile_cpu, disassemble, line_table
from claims.subjects import line, square

ASKED = {"none": ("-g0",), "all": ("-g3",)}


def collect(evidence: Collector, none=(), every=()) -> None:
    c = compile_cpu(line, square(64))
    own = c.kernel.machine_code
    evidence.check("the kernel as it ran has a line table", line_table(c.kernel.shared_object) > 0)
    for name, more in (("none", none), ("all", every)):
        target = c.rebuilt_object(c.kernel, *ASKED[name], *more)
        table, built = line_table(target), disassemble(target)
        present = "present" if table else "absent"
        evidence.check(f"{name}: the line table is as asked for", (table > 0) == (name == "all"), present)
        evidence.check(f"{name}: the same bytes of machine code", built.code == own.code, f"{len(built.code)} bytes")
        evidence.check(f"{name}: the same instructions", built.artifact.text == own.artifact.text)
    evidence.value("bytes", len(own.code), "bytes", own.artifact.depends)
    evidence.excerpt("command.txt", c.compile_command.artifact.all.keep(" -g", "-O3", "-o "))


CONTROLS = [
    Control("line tables asked for after all", fails="none: the line table is as asked for", none=("-g1",)),
    Control("line tables, and less optimisation", fails="all: the same bytes of machine code", every=("-O1",)),
]
