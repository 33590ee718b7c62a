"""The machine code of one function: its instructions, and its loops, found by their jumps."""

from __future__ import annotations

from dataclasses import dataclass

from ..excerpt import Artifact, Cut, Region

#: What machine code depends on beyond the build.
MACHINE_CODE = ("arch", "compiler", "isa", "tuning")


@dataclass(frozen=True)
class Instruction:
    """One machine instruction."""

    offset: int
    """Bytes from the function's start."""
    size: int
    mnemonic: str
    operands: str
    target: int | None = None
    """Offset that a jump inside the function leads to."""

    loads: int = 0
    """Bytes read from memory."""
    stores: int = 0
    """Bytes written to memory."""
    reads: tuple[str, ...] = ()
    """Whole registers whose content it takes, in the order of its operands; see `disassembly.whole_register`."""
    writes: tuple[str, ...] = ()
    """Whole registers that it changes, the flags among them."""

    def __str__(self) -> str:
        return f"{self.mnemonic} {self.operands}".strip()


@dataclass(frozen=True)
class MachineLoop:
    """The instructions from a jump's target to the jump back to it."""

    listing: Listing
    first: int
    last: int
    """Indices of the first and the last instruction."""

    @property
    def instructions(self) -> tuple[Instruction, ...]:
        return self.listing.instructions[self.first : self.last + 1]

    @property
    def mnemonics(self) -> list[str]:
        return [instruction.mnemonic for instruction in self.instructions]

    def doing(self, *prefixes: str) -> list[Instruction]:
        """Return the instructions whose mnemonic starts with any of `prefixes`."""
        return [i for i in self.instructions if i.mnemonic.startswith(prefixes)]

    @property
    def loads(self) -> int:
        """Bytes read from memory per iteration."""
        return sum(i.loads for i in self.instructions)

    @property
    def stores(self) -> int:
        """Bytes written to memory per iteration."""
        return sum(i.stores for i in self.instructions)

    def cut(self) -> Cut:
        """Return the loop as an excerpt of the whole function."""
        artifact = self.listing.artifact
        lines = artifact.lines
        rows = [i for i, line in enumerate(lines) if not line.endswith(":")]
        start, end = rows[self.first], rows[self.last] + 1
        label = start - 1 if start and lines[start - 1].endswith(":") else start
        return Region(artifact, label, end).keep_all()


@dataclass(frozen=True)
class Listing:
    """One function, instruction by instruction."""

    symbol: str
    instructions: tuple[Instruction, ...]
    code: bytes

    @property
    def artifact(self) -> Artifact:
        """The function in Intel or Arm syntax, jumps by label, addresses outside the function left out as noise."""
        targets = sorted({i.target for i in self.instructions if i.target is not None})
        labels = {offset: f".L{n}" for n, offset in enumerate(targets, 1)}
        lines = [f"{self.symbol}:"]
        for instruction in self.instructions:
            if instruction.offset in labels:
                lines.append(f"{labels[instruction.offset]}:")
            operands = instruction.operands
            if instruction.target is not None:
                operands = operands.replace("{elsewhere}", labels[instruction.target])
            lines.append(f"        {instruction.mnemonic:<13}{operands}".rstrip())
        return Artifact("the machine code", "\n".join(lines) + "\n", "nasm", MACHINE_CODE)

    @property
    def loops(self) -> tuple[MachineLoop, ...]:
        """The innermost loops, in the order of the code."""
        at = {instruction.offset: n for n, instruction in enumerate(self.instructions)}
        spans = [
            (at[i.target], n)
            for n, i in enumerate(self.instructions)
            if i.target is not None and i.target in at and at[i.target] <= n
        ]
        inner = [s for s in spans if not any(o != s and s[0] <= o[0] and o[1] <= s[1] for o in spans)]
        return tuple(MachineLoop(self, first, last) for first, last in sorted(inner))
