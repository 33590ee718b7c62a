"""Machine code of a function in a shared object: found by symbol, disassembled, its loops found by their jumps."""

from __future__ import annotations

import functools
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import capstone
import lief

from .excerpt import Artifact, Cut, ExcerptError, Region

#: What machine code depends on beyond the build.
MACHINE_CODE = ("arch", "compiler", "isa", "tuning")

#: Bytes of an arm64 register by the first letter of its name.
_ARM_BYTES = {"q": 16, "v": 16, "d": 8, "x": 8, "s": 4, "w": 4}


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
    """The disassembled function."""

    symbol: str
    instructions: tuple[Instruction, ...]
    code: bytes

    @property
    def artifact(self) -> Artifact:
        """The function in Intel syntax, jumps by label, addresses outside the function left out as noise."""
        targets = sorted({i.target for i in self.instructions if i.target is not None})
        labels = {offset: f".L{n}" for n, offset in enumerate(targets, 1)}
        lines = [f"{self.symbol}:"]
        for instruction in self.instructions:
            if instruction.offset in labels:
                lines.append(f"{labels[instruction.offset]}:")
            operands = (
                labels.get(instruction.target, instruction.operands)
                if instruction.target is not None
                else instruction.operands
            )
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


def disassemble(shared_object: Path, symbol: str = "kernel") -> Listing:
    """Return the machine code of `symbol` in an ELF or Mach-O shared object.

    Raises ExcerptError where the object cannot be read or has no such function.
    """
    binary: Any = lief.parse(str(shared_object))
    if binary is None:
        raise ExcerptError(f"{shared_object.name}: neither ELF nor Mach-O")
    start, size = _extent(binary, symbol, shared_object.name)
    code = bytes(binary.get_content_from_virtual_address(start, size))
    return Listing(
        symbol,
        tuple(_instruction(i, start, size) for i in _disassembler(_arch(binary)).disasm(code, start)),
        code,
    )


def _extent(binary: Any, symbol: str, name: str) -> tuple[int, int]:
    """Return the address and size of a function; Mach-O keeps no sizes, so there the next symbol ends it."""
    wanted = {symbol, f"_{symbol}"}
    symbols = [s for s in binary.symbols if s.value]
    found = next((s for s in symbols if s.name in wanted), None)
    if found is None:
        raise ExcerptError(f"{name}: no function {symbol} in its symbols")
    size = int(getattr(found, "size", 0))
    if not size:
        size = min((int(s.value) for s in symbols if s.value > found.value), default=int(found.value) + 4096) - int(
            found.value
        )
    return int(found.value), size


def _arch(binary: Any) -> str:
    return (
        "arm64"
        if "ARM64" in str(binary.abstract.header.architecture) or "AARCH64" in str(binary.abstract.header.architecture)
        else "x86_64"
    )


@functools.cache
def _disassembler(arch: str) -> capstone.Cs:
    if arch == "arm64":
        engine = capstone.Cs(capstone.CS_ARCH_ARM64, capstone.CS_MODE_ARM)
    else:
        engine = capstone.Cs(capstone.CS_ARCH_X86, capstone.CS_MODE_64)
    engine.detail = True
    return engine


def _instruction(raw: Any, start: int, size: int) -> Instruction:
    target = None
    operands = raw.op_str
    if raw.group(capstone.CS_GRP_JUMP) and operands.lstrip("#").startswith("0x"):
        address = int(operands.lstrip("#"), 16)
        if start <= address < start + size:
            target = address - start
        operands = "{elsewhere}"
    elif raw.group(capstone.CS_GRP_CALL) and operands.startswith("0x"):
        operands = "{elsewhere}"
    elif "[rip" in operands:
        # The distance to a constant is the linker's business and moves with unrelated sections.
        head, _, rest = operands.partition("[rip")
        operands = f"{head}[rip + {{constant}}{rest[rest.index(']') :]}"
    return Instruction(raw.address - start, raw.size, raw.mnemonic, operands, target, *_memory(raw))


def _memory(raw: Any) -> tuple[int, int]:
    """Return the bytes that an instruction loads and stores.

    Read off the operands' places: the disassembler's own access flags call an AVX store a load.
    """
    if raw.mnemonic.startswith(("ld", "st")):
        moved = sum(_ARM_BYTES.get(raw.reg_name(o.reg)[:1], 0) for o in raw.operands if o.type == capstone.CS_OP_REG)
        return (moved, 0) if raw.mnemonic.startswith("ld") else (0, moved)
    if raw.mnemonic in ("lea", "nop", "call", "jmp"):
        return 0, 0
    memory = [(n, o.size) for n, o in enumerate(raw.operands) if o.type == capstone.CS_OP_MEM]
    target = sum(size for n, size in memory if n == 0)
    source = sum(size for n, size in memory if n > 0)
    if raw.mnemonic.startswith(("cmp", "test", "vucomi", "ucomi", "push")):
        return source + target, 0
    reads_target = not raw.mnemonic.startswith(("mov", "vmov", "vextract", "set", "pop"))
    return source + (target if reads_target else 0), target
