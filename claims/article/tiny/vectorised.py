"""The C has no vector in it, and the C compiler makes a loop that loads, multiplies and adds several floats at a time.

The loop is found in the bytes of the function by the width of its loads, and the two constants are not read
again in it.
"""

import tempfile
from pathlib import Path

from claims import tiny
from claims.engine import MACHINE_CODE, Collector, Control, disassemble, machine, vector_loops

MULTIPLY, ADD = ("mulp", "vmulp", "fmul"), ("addp", "vaddp", "fadd")


def collect(evidence: Collector, flags=tiny.FLAGS) -> None:
    text = tiny.emit(tiny.lower(tiny.parse(tiny.EXPRESSION)))
    evidence.check("no vector in the C", not [w for w in ("vec", "simd", "__m", "float4", "#pragma") if w in text])
    with tempfile.TemporaryDirectory() as folder:
        listing = disassemble(tiny.build(text, Path(folder), machine.find_compiler().command, flags).library, "run")
    loops = vector_loops(listing)
    evidence.check("a loop loads several floats at once", loops, len(loops))
    loop = [*loops, *listing.loops][0]
    products, sums = loop.doing(*MULTIPLY), loop.doing(*ADD)
    evidence.check("a product and a sum for every load", len(products) == len(sums) > 0, f"{len(products)} {len(sums)}")
    evidence.check(
        "stores what it loads and no more", loop.loads == loop.stores > 0, f"{loop.loads} and {loop.stores} bytes"
    )
    others = [other for other in listing.loops if other not in loops]
    evidence.check("a loop one float at a time is left", others or restless(listing, loop), len(others))
    widest = max(i.loads for i in loop.instructions)
    evidence.value("lanes", widest // 4, "floats", MACHINE_CODE)
    evidence.value("step", loop.loads // 4, "floats", MACHINE_CODE)
    evidence.excerpt("loop.asm", loop.cut())


def restless(listing, loop) -> bool:
    """Tell whether the remainder is written out instead: instructions outside the loop that load one float."""
    return any(i.loads == 4 for i in listing.instructions if i not in loop.instructions)


CONTROLS = [
    Control(
        "a compiler told to leave loops alone",
        fails="a loop loads several floats at once",
        flags=("-O1", "-ffp-contract=off", "-fPIC", "-fno-ident"),
    ),
]
