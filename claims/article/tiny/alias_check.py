"""Before the vector loop the function compares its two pointers, and where they lie too close it takes them one by one.

The jump is found by what it decides by: a value computed from both pointers. A kernel of Inductor's for the same
expression has no such jump, and the line's own kernel has one pointer only.
"""

import tempfile
from ctypes import CDLL, addressof, c_float, c_size_t, c_void_p, sizeof
from pathlib import Path

from claims import tiny
from claims.engine import Collector, Control, Region, compile_cpu, disassemble, machine, overlap_checks, vector_loops
from claims.subjects import line, relu_of_affine, square

COUNT = 24


def collect(evidence: Collector, restrict=False) -> None:
    text = tiny.emit(tiny.lower(tiny.parse(tiny.EXPRESSION)), restrict)
    with tempfile.TemporaryDirectory() as folder:
        library = tiny.build(text, Path(folder), machine.find_compiler().command).library
        listing, run = disassemble(library, "run"), CDLL(str(library)).run
    jumps = overlap_checks(listing)
    shown = [str(listing.instructions[n]) for n in jumps]
    evidence.check("a jump decides by both pointers", jumps, shown)
    if jumps:
        rows = [n for n, row in enumerate(listing.artifact.lines) if not row.endswith(":")]
        evidence.excerpt("check.asm", Region(listing.artifact, 0, rows[jumps[0]] + 1))
    evidence.check("an output one float behind the input is right", behind(run) == expected(), behind(run)[:4])
    own, same = (compile_cpu(subject, square(64)).kernel for subject in (line, relu_of_affine))
    evidence.check("the line's kernel has one pointer", len(own.argument_types) == 1, own.argument_types)
    evidence.value("pointers", len(same.argument_types), "pointers")
    inductors, vectors = overlap_checks(same.machine_code), vector_loops(same.machine_code)
    # Before no vector loop there can be no such jump, so one must be found unless none was generated.
    looked = bool(vectors) == (same.loops[0].step > 1)
    found = f"{inductors or 'none'} before {len(vectors)} vector loops"
    evidence.check("Inductor's kernel has no such jump", looked and not inductors, found)


def behind(run) -> list[float]:
    """Return a buffer after a call whose output starts one float after its input: each result is read next."""
    buffer = (c_float * (COUNT + 1))(1.0)
    run.argtypes, run.restype = [c_void_p, c_void_p, c_size_t], None
    run(addressof(buffer), addressof(buffer) + sizeof(c_float), COUNT)
    return list(buffer)


def expected() -> list[float]:
    """Return the same by the meaning of the C: one element after the other."""
    values = [1.0]
    for _ in range(COUNT):
        values.append(tiny.float32(max(tiny.float32(tiny.float32(values[-1] * 3.0) + 1.0), 0.0)))
    return values


CONTROLS = [
    Control("pointers that promise not to overlap", fails="a jump decides by both pointers", restrict=True),
]
