"""Which instruction of a loop made the value that another one reads."""

from __future__ import annotations

import re

from .listing import Instruction, MachineLoop

_X86 = re.compile(r"^[xyz](mm\d+)$")


def registers_in(instruction: Instruction) -> list[str]:
    """Return the operands in Intel order, vector registers without their width: ``ymm0`` and ``xmm0`` are ``mm0``."""
    return [_X86.sub(r"\1", operand.strip()) for operand in instruction.operands.split(",")]


def maker(loop: MachineLoop, reader: Instruction, register: str) -> Instruction | None:
    """Return the last instruction before `reader` in the loop's body that writes `register`.

    None where the register was set before the loop. Raises ValueError where `reader` is not in the loop.
    """
    before = loop.instructions[: loop.instructions.index(reader)]
    return next((i for i in reversed(before) if _writes(i) and registers_in(i)[0] == register), None)


def _writes(instruction: Instruction) -> bool:
    return not instruction.mnemonic.startswith(("cmp", "test", "vcomi", "vucomi", "comi", "ucomi", "fcmp", "j", "b."))
