"""The whole loop over the matrix is a handful of machine instructions: one packed add, one packed maximum, one store."""

from claims.engine import Collector, compile_cpu
from claims.subjects import line, square


def collect(evidence: Collector, subject=line) -> None:
    c = compile_cpu(subject, square(64))
    listing = c.kernel.machine_code
    evidence.check("one loop", len(listing.loops) == 1, len(listing.loops))
    loop = listing.loops[0]
    evidence.excerpt("loop.asm", loop.cut())
    evidence.value("instructions", len(loop.instructions), "instructions", depends=("arch", "compiler", "isa", "tuning"))
    print(loop.cut().text)
    print(c.guards[0]); print(c.graph.artifact); print(c.aten.artifact); print(c.scheduler[0][1]); print(c.bytecode)
    print(c.compile_command.artifact, c.breaks)
