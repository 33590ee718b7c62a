"""Where a function looks at the distance between its buffers before it dares to use vectors."""

from __future__ import annotations

import platform
import re
from collections.abc import Iterable

from .listing import Listing, MachineLoop, _disassembler

#: Registers that carry the first two arguments.
_ARGUMENTS = {"x86_64": ("rdi", "rsi"), "arm64": ("x0", "x1"), "aarch64": ("x0", "x1")}
#: Bytes that one instruction must read for its loop to be called vectorised.
_VECTOR = 16
#: After these, execution does not go on with the next instruction.
_LEAVES = ("jmp", "ret", "b", "br", "ud2")


def vector_loops(listing: Listing) -> list[MachineLoop]:
    """Return the innermost loops in which one instruction loads several float32 at once."""
    return [loop for loop in listing.loops if any(i.loads >= _VECTOR for i in loop.instructions)]


def overlap_checks(listing: Listing) -> list[int]:
    """Return the indices of the jumps that decide by both pointers whether a vector loop may run.

    Both pointers are the function's first two arguments. A jump counts where what it decides by was computed from
    both, read in the order of the code, and where one of its two ways leads to a vector loop and the other to none.
    """
    wanted = {loop.first for loop in vector_loops(listing)}
    found = []
    for index, origins in enumerate(_origins(listing)):
        target = listing.instructions[index].target
        if target is None or len(origins) < 2:
            continue
        ways = [bool(_reached(listing, start) & wanted) for start in (_at(listing, target), index + 1)]
        if any(ways) and not all(ways):
            found.append(index)
    return found


def _origins(listing: Listing) -> Iterable[frozenset[int]]:
    """Yield for each instruction which arguments the registers that it reads were computed from."""
    arch = platform.machine()
    held = {name: frozenset({n}) for n, name in enumerate(_ARGUMENTS.get(arch, ()))}
    raw = _disassembler("x86_64" if arch == "x86_64" else "arm64").disasm(listing.code, 0)
    for instruction, seen in zip(raw, listing.instructions, strict=False):
        read, written = instruction.regs_access()
        sources = [_whole(instruction.reg_name(register)) for register in read]
        origins = frozenset[int]().union(*(held.get(name, frozenset()) for name in sources))
        yield origins
        # What comes out of memory, or of a register and itself (xor eax, eax), is no pointer any more.
        cleared = seen.loads or (seen.mnemonic in ("xor", "sub") and len(set(seen.operands.split(", "))) == 1)
        for register in written:
            held[_whole(instruction.reg_name(register))] = frozenset() if cleared else origins


def _reached(listing: Listing, start: int) -> set[int]:
    """Return the indices of the instructions that can run from `start` on."""
    reached: set[int] = set()
    waiting = [start]
    while waiting:
        index = waiting.pop()
        if index in reached or index >= len(listing.instructions):
            continue
        reached.add(index)
        instruction = listing.instructions[index]
        if instruction.target is not None:
            waiting.append(_at(listing, instruction.target))
        if instruction.mnemonic not in _LEAVES:
            waiting.append(index + 1)
    return reached


def _at(listing: Listing, offset: int) -> int:
    return next((n for n, i in enumerate(listing.instructions) if i.offset == offset), len(listing.instructions))


def _whole(register: str) -> str:
    """Return the full register that a name stands for part of: ``edi`` gives ``rdi``, ``w0`` gives ``x0``."""
    for pattern, name in (
        (r"[re]?([abcd])[xlh]", r"r\1x"),
        (r"[re]?(si|di|bp|sp)l?", r"r\1"),
        (r"(r\d+)[dwb]?", r"\1"),
        (r"[wx](\d+)", r"x\1"),
    ):
        if match := re.fullmatch(pattern, register):
            return match.expand(name)
    return register
