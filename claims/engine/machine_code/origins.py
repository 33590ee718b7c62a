"""Where the value in a register comes from: another instruction of the loop, or an argument of the function."""

from __future__ import annotations

from collections.abc import Collection, Iterator

from .disassembly import whole_register
from .listing import Instruction, Listing, MachineLoop

#: Registers that carry the first two arguments, on x86-64 and on arm64.
_ARGUMENTS = {"rdi": 0, "rsi": 1, "x0": 0, "x1": 1}


def maker(loop: MachineLoop, reader: Instruction, register: str) -> Instruction | None:
    """Return the last instruction before `reader` in the loop's body that writes `register`, a whole one or a part.

    None where the register was set before the loop. Raises ValueError where `reader` is not in the loop.
    """
    before = loop.instructions[: loop.instructions.index(reader)]
    return next((each for each in reversed(before) if whole_register(register) in each.writes), None)


def sources_made_by(makers: Collection[Instruction], loop: MachineLoop, reader: Instruction) -> list[bool]:
    """Tell of the first and of the second source of `reader` whether one of `makers` made it.

    The sources are the last two operands as a listing shows them; where there are only two, the first is the target as
    well. Raises ValueError where `reader` is not in the loop.
    """
    return [maker(loop, reader, operand.strip()) in makers for operand in reader.operands.split(",")[-2:]]


def argument_origins(listing: Listing) -> Iterator[frozenset[int]]:
    """Yield for each instruction which of the first two arguments the registers that it reads were computed from.

    The code is read once, from top to bottom, whatever its jumps.
    """
    held = {name: frozenset({number}) for name, number in _ARGUMENTS.items()}
    nothing = frozenset[int]()
    for instruction in listing.instructions:
        origins = nothing.union(*(held.get(name, nothing) for name in instruction.reads))
        yield origins
        for register in instruction.writes:
            if instruction.loads:
                # What comes out of memory is no argument any more; an address that was moved on still is.
                held[register] = held.get(register, nothing) if register in instruction.reads else nothing
            else:
                held[register] = nothing if _clears(instruction) else origins


def _clears(instruction: Instruction) -> bool:
    """Tell whether the result is zero whatever the registers hold: ``xor eax, eax``."""
    return instruction.mnemonic in ("xor", "sub") and len(set(instruction.operands.split(", "))) == 1
