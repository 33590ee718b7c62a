"""What floating-point instructions compute: on how many numbers at once, of which size, in which class of register."""

from __future__ import annotations

import re
from collections.abc import Iterable

from ..excerpt import ExcerptError
from .listing import Instruction, Listing, MachineLoop

#: Classes of vector registers, widest first, with their bits.
BITS = {"zmm": 512, "ymm": 256, "xmm": 128, "v": 128}

_REGISTER = re.compile(r"\b(zmm|ymm|xmm|v)\d+\b")
_ARRANGED = re.compile(r"\bv\d+\.(\d+)([hsd])\b")
_ARM_SCALAR = re.compile(r"^([hsd])\d+\b")
_ARM_BITS = {"h": 16, "s": 32, "d": 64}
_X86_FLOAT = re.compile(r"([ps])([sd])$")
_ADD = re.compile(r"v?add[ps][sd]$|fadd$")
#: A maximum, or the comparison that scalar code has in its place; one that only asks for NaN is none.
_MAXIMUM = re.compile(r"v?max[ps][sd]$|v?cmpn?[lg][te][ps][sd]$|v?comis[sd]$|fmax(nm)?$|fcmp?[egl]?[te]?$")
#: What takes part in choosing one of two numbers: a maximum, a comparison, the selection or the jump that follows it.
_CHOICE = re.compile(
    r"v?max[ps][sd]$|v?cmp\w*[ps][sd]$|v?u?comis[sd]$|v?blendv?p[sd]$|v?(and|andn|or)p[sd]$|ja$"
    r"|fmax(nm)?$|fcmp?[egl]?[teq]?$|fcsel$|bsl$|bi[tf]$"
)


def float_adds(instructions: Iterable[Instruction]) -> list[Instruction]:
    """Return the instructions that add floating-point numbers."""
    return [i for i in instructions if _ADD.match(i.mnemonic)]


def float_maxima(instructions: Iterable[Instruction]) -> list[Instruction]:
    """Return the instructions that take a maximum, or make the comparison that stands for one."""
    return [i for i in instructions if _MAXIMUM.match(i.mnemonic)]


def float_choices(instructions: Iterable[Instruction]) -> list[Instruction]:
    """Return the instructions that take part in choosing between two numbers, whichever way the compiler found."""
    return [i for i in instructions if _CHOICE.match(i.mnemonic)]


def register_class(instruction: Instruction) -> str:
    """Return the widest class of vector register among the operands: ``zmm``, ``ymm``, ``xmm`` or, on arm64, ``v``.

    Empty where there is none.
    """
    if _ARM_SCALAR.match(instruction.operands):
        return "v"
    found = set(_REGISTER.findall(instruction.operands))
    return next((name for name in BITS if name in found), "")


def element_bits(instruction: Instruction) -> int:
    """Return the bits of the numbers that an instruction computes with. Raises ExcerptError where it tells none."""
    return _elements(instruction)[1]


def lanes(instruction: Instruction) -> int:
    """Return on how many numbers at once an instruction computes. Raises ExcerptError where it tells none."""
    return _elements(instruction)[0]


def loop_that_adds(listing: Listing) -> MachineLoop:
    """Return the loop in which floating-point numbers are added; loops that overlap through branches count as one.

    Raises ExcerptError where no loop adds.
    """
    found = [loop for loop in listing.loops if float_adds(loop.instructions)]
    if not found:
        raise ExcerptError(f"no loop of {listing.symbol} adds floating-point numbers:\n{listing.artifact.text}")
    return MachineLoop(listing, min(loop.first for loop in found), max(loop.last for loop in found))


def _elements(instruction: Instruction) -> tuple[int, int]:
    if match := _ARRANGED.search(instruction.operands):
        return int(match[1]), _ARM_BITS[match[2]]
    if match := _ARM_SCALAR.match(instruction.operands):
        return 1, _ARM_BITS[match[1]]
    if match := _X86_FLOAT.search(instruction.mnemonic):
        bits = {"s": 32, "d": 64}[match[2]]
        return (BITS[register_class(instruction)] // bits if match[1] == "p" else 1), bits
    raise ExcerptError(f"{instruction} does not tell what it computes with")
