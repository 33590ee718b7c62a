"""The processor has a say in the machine code: the compile command asks for tuning to the machine it runs on.

The same source is built twice, with the kernel's own command and with -mtune=generic after it. On a first-generation
EPYC gcc splits the store of a 32-byte register in two, which is one instruction more.
"""

from claims.engine import Collector, Control, compile_cpu
from claims.subjects import line, square


def collect(evidence: Collector, flag="-mtune=generic") -> None:
    c = compile_cpu(line, square(64))
    words = c.compile_command.words
    evidence.check(
        "the command says native", any(w.endswith("=native") for w in words), [w for w in words if "native" in w]
    )
    own, generic = c.kernel.machine_code.loops[0], c.rebuild(c.kernel, flag).loops[0]
    evidence.check(
        "the same bytes are loaded and stored",
        (own.loads, own.stores) == (generic.loads, generic.stores),
        f"{generic.loads} and {generic.stores} bytes",
    )
    evidence.excerpt("generic.asm", generic.cut())
    depends = c.kernel.machine_code.artifact.depends
    evidence.value("own", len(own.instructions), "instructions", depends)
    evidence.value("generic", len(generic.instructions), "instructions", depends)
    evidence.excerpt("command.txt", c.compile_command.artifact.all.keep("=native", "-O3", "-o "))


CONTROLS = [
    Control("the second build not optimised", fails="the same bytes are loaded and stored", flag="-O0"),
]
