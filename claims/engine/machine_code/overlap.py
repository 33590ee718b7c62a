"""Where a function looks at the distance between its buffers before it dares to use vectors."""

from __future__ import annotations

from .listing import Listing, MachineLoop
from .origins import argument_origins

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
    for index, origins in enumerate(argument_origins(listing)):
        target = listing.instructions[index].target
        if target is None or len(origins) < 2:
            continue
        ways = [bool(_reached(listing, start) & wanted) for start in (_at(listing, target), index + 1)]
        if any(ways) and not all(ways):
            found.append(index)
    return found


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
