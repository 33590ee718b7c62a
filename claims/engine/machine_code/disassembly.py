"""Takes a function of a shared object apart: found by symbol, each instruction with what it reads and writes."""

from __future__ import annotations

import functools
import re
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import capstone

from ..excerpt import ExcerptError
from ..object_file import parsed
from .listing import Instruction, Listing

#: Bytes of an arm64 register by the first letter of its name, and of an element that is shorter than its register.
_ARM_BYTES = {"q": 16, "v": 16, "d": 8, "x": 8, "s": 4, "w": 4, "h": 2, "b": 1}
_ARM_SHORT = {"b": 1, "h": 2, "sw": 4}
_ARM_ELEMENT = re.compile(r"(?:ldu?|stu?)rs?(b|h)$|ld(?:u?r|p)(sw)$")
#: These only look at their first operand: on x86-64, where it may lie in memory, and on arm64.
_LOOKS = ("cmp", "test", "vptest", "vtest", "vcomi", "vucomi", "comi", "ucomi", "push", "mul", "imul", "div", "idiv")
_ARM_LOOKS = ("cmp", "cmn", "tst", "ccmp", "ccmn", "fcmp", "fcmpe", "fccmp")
#: These overwrite memory without reading it first.
_OVERWRITES = ("mov", "vmov", "vextract", "set", "pop", "vcvt", "vpextr", "pextr", "extract", "vpmov")
#: Names of parts of a register, and the name of the whole.
_PARTS = (
    (re.compile(r"[re]?([abcd])[xlh]"), r"r\1x"),
    (re.compile(r"[re]?(si|di|bp|sp)l?"), r"r\1"),
    (re.compile(r"(r\d+)[dwb]"), r"\1"),
    (re.compile(r"[xyz](mm\d+)"), r"\1"),
    (re.compile(r"w(\d+)"), r"x\1"),
    (re.compile(r"[bhsdq](\d+)"), r"v\1"),
)


def disassemble(shared_object: Path, symbol: str = "kernel") -> Listing:
    """Return the machine code of `symbol` in an ELF or Mach-O shared object.

    Raises ExcerptError where the object cannot be read or has no such function.
    """
    binary = parsed(shared_object)
    start, size = _extent(binary, symbol, shared_object.name)
    code = bytes(binary.get_content_from_virtual_address(start, size))
    return read_code(code, _arch(binary), symbol, start)


def read_code(code: bytes, arch: str, symbol: str = "kernel", start: int = 0) -> Listing:
    """Return the instructions in `code`, which lies at the address `start`; `arch` is ``x86_64`` or ``arm64``.

    Ends at the first bytes that are no instruction.
    """
    raw = _disassembler(arch).disasm(code, start)
    return Listing(symbol, tuple(_instruction(each, start, len(code)) for each in raw), code)


def whole_register(name: str) -> str:
    """Return the register that a name stands for part of.

    ``edi`` gives ``rdi``, ``w0`` gives ``x0``; vector registers go without their width: ``ymm0`` and ``xmm0`` give
    ``mm0``, ``s0`` and ``q0`` give ``v0``.
    """
    return next((match.expand(whole) for part, whole in _PARTS if (match := part.fullmatch(name))), name)


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
    target, operands = None, raw.op_str
    # An arm64 jump may name what it asks about before the place that it leads to: cbnz x2, #0x40.
    head = operands[: operands.rfind(" ") + 1]
    calls = raw.group(capstone.CS_GRP_CALL)
    if (calls or raw.group(capstone.CS_GRP_JUMP)) and raw.operands and raw.operands[-1].type == capstone.CS_OP_IMM:
        address = raw.operands[-1].imm
        if not calls and start <= address < start + size:
            target = address - start
        operands = f"{head}{{elsewhere}}"
    elif raw.mnemonic in ("adr", "adrp"):
        operands = f"{head}{{constant}}"
    elif "[rip" in operands:
        # The distance to a constant is the linker's business and moves with unrelated sections.
        head, _, rest = operands.partition("[rip")
        operands = f"{head}[rip + {{constant}}{rest[rest.index(']') :]}"
    return Instruction(raw.address - start, raw.size, raw.mnemonic, operands, target, *_memory(raw), *_registers(raw))


def _registers(raw: Any) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return the whole registers that an instruction reads and those that it writes."""
    read, written = ([raw.reg_name(number) for number in numbers] for numbers in raw.regs_access())
    if "nzcv" in written and raw.mnemonic in _ARM_LOOKS:
        # The disassembler takes the first operand of an arm64 comparison for its result.
        read, written = [raw.reg_name(o.reg) for o in raw.operands if o.type == capstone.CS_OP_REG], ["nzcv"]
        read += ["nzcv"] if raw.mnemonic in ("ccmp", "ccmn", "fccmp") else []
    return _whole(read), _whole(written)


def _whole(names: Iterable[str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(whole_register(name) for name in names))


def _memory(raw: Any) -> tuple[int, int]:
    """Return the bytes that an instruction loads and stores.

    Read off the operands' places: the disassembler's own access flags call an AVX store a load.
    """
    if raw.mnemonic.startswith(("ld", "st")):
        element = _ARM_ELEMENT.match(raw.mnemonic)
        short = _ARM_SHORT[element[1] or element[2]] if element else 16
        names = [raw.reg_name(o.reg) for o in raw.operands if o.type == capstone.CS_OP_REG]
        if raw.mnemonic[2].isdigit():
            # ld1 and its kind may end with a register by which the address moves on.
            names = [name for name in names if name.startswith("v")]
        moved = sum(min(short, _ARM_BYTES.get(name[:1], 0)) for name in names)
        return (moved, 0) if raw.mnemonic.startswith("ld") else (0, moved)
    if raw.mnemonic in ("lea", "nop", "call", "jmp"):
        return 0, 0
    memory = [(n, o.size) for n, o in enumerate(raw.operands) if o.type == capstone.CS_OP_MEM]
    target = sum(size for n, size in memory if n == 0)
    source = sum(size for n, size in memory if n > 0)
    if raw.mnemonic.startswith(_LOOKS):
        return source + target, 0
    return source + (0 if raw.mnemonic.startswith(_OVERWRITES) else target), target
