"""From the C to the function are three steps, each with a file of its own: assembly, an object, a shared object.

The first step is the compiler's; the assembler puts the text into bytes and leaves places open, and the linker fills
them.
"""

import tempfile
from pathlib import Path
from subprocess import run

from claims import tiny
from claims.engine import (
    MACHINE_CODE,
    Artifact,
    Collector,
    Control,
    Region,
    disassemble,
    machine,
    object_kind,
    open_places,
)


def collect(evidence: Collector, first_step=tiny.FLAGS) -> None:
    text, compiler = tiny.emit(tiny.lower(tiny.parse(tiny.EXPRESSION))), machine.find_compiler()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        steps = tiny.build(text, folder, compiler.command, first_step)
        whole = folder / "whole.so"
        run([compiler.command, "-x", "c", *tiny.FLAGS, "-shared", steps.source, "-o", whole], check=True)
        assembly = steps.assembly.read_text(encoding="utf-8")
        kinds = [object_kind(steps.object), object_kind(steps.library)]
        left_open, filled = open_places(steps.object), open_places(steps.library)
        apart, at_once = disassemble(steps.library, "run"), disassemble(whole, "run")
    evidence.check("the assembly names the function", "run:" in assembly and ".globl" in assembly)
    evidence.check("no loop and no type in the assembly", "for (" not in assembly and "size_t" not in assembly)
    evidence.check("an object, then a shared object", kinds == ["object", "shared object"], kinds)
    evidence.check("the linker fills what the object leaves open", left_open > 0 == filled, f"{left_open}, {filled}")
    same = apart.artifact.text == at_once.artifact.text
    evidence.check("one command makes the same instructions", same, f"{len(apart.code)} and {len(at_once.code)} bytes")
    evidence.value("compiler", compiler.short, depends=("compiler",))
    evidence.value("flags", " ".join(tiny.FLAGS))
    evidence.value("open", left_open, "places", MACHINE_CODE)
    evidence.value("instructions", len(apart.instructions), "instructions", MACHINE_CODE)
    evidence.value("bytes", len(apart.code), "bytes", MACHINE_CODE)
    lines = assembly.splitlines()
    start = next(n for n, row in enumerate(lines) if row.split("#")[0].strip().lstrip("_") == "run:")
    artifact = Artifact("the assembly", assembly, "nasm", (*MACHINE_CODE, "os"))
    evidence.excerpt("run.asm", Region(artifact, start, start + 12))


CONTROLS = [
    Control(
        "the first step not optimised",
        fails="one command makes the same instructions",
        first_step=("-O0", "-ffp-contract=off", "-fPIC", "-fno-ident"),
    ),
]
