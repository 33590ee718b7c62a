"""Bytes of both architectures are read the same way on every machine: golden cases in tests/cases/machine_code."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from claims.engine.excerpt import ExcerptError
from claims.engine.machine_code.disassembly import read_code, whole_register
from claims.engine.machine_code.float_instructions import (
    element_bits,
    float_adds,
    float_choices,
    float_maxima,
    lanes,
    register_class,
)
from claims.engine.machine_code.listing import Instruction, Listing
from claims.engine.machine_code.origins import argument_origins, maker, sources_made_by
from claims.engine.machine_code.overlap import overlap_checks, vector_loops

CASES = sorted(Path(__file__).parents[1].joinpath("cases", "machine_code").glob("*.txt"))


@dataclass(frozen=True)
class Case:
    """One file of tests/cases/machine_code: an architecture, what to show, bytes, and what must come out."""

    arch: str
    show: str
    code: bytes
    expected: str

    @classmethod
    def read(cls, path: Path) -> Case:
        head, _, rest = path.read_text(encoding="utf-8").partition("--- code\n")
        code, _, expected = rest.partition("--- found\n")
        options = dict(row.split(": ", 1) for row in head.splitlines())
        return cls(options["arch"], options["show"], bytes.fromhex(code), expected)

    @property
    def result(self) -> str:
        show = {"instructions": instructions, "floats": floats, "overlap": overlap}[self.show]
        return "".join(f"{row}".rstrip() + "\n" for row in show(read_code(self.code, self.arch)))


def instructions(listing: Listing) -> Iterator[str]:
    """Show of each instruction the bytes that it moves, the registers that it reads and writes, and where it jumps."""
    for each in listing.instructions:
        moved = " ".join(f"{word} {count}" for word, count in (("loads", each.loads), ("stores", each.stores)) if count)
        jump = "" if each.target is None else f"  to {each.target}"
        yield f"{each!s:<48}{moved:<18}{' '.join(each.reads)} > {' '.join(each.writes)}{jump}"


def floats(listing: Listing) -> Iterator[str]:
    """Show of each instruction what it computes and in which registers."""
    words = {"add": float_adds, "maximum": float_maxima, "choice": float_choices}
    for each in listing.instructions:
        try:
            elements = f"{lanes(each)} of {element_bits(each)} bits"
        except ExcerptError:
            elements = "no numbers"
        is_one = " ".join(word for word, those in words.items() if those([each]))
        yield f"{each!s:<48}{register_class(each):<5}{elements:<15}{is_one}"


def overlap(listing: Listing) -> Iterator[str]:
    """Show the code, then its vector loops by their labels, and the jumps that decide whether they run."""
    yield from listing.artifact.lines
    yield from (f"vector loop {loop.cut().text.splitlines()[0]}" for loop in vector_loops(listing))
    jumps = [row for row in listing.artifact.lines if not row.endswith(":")]
    yield from (f"decided by {' '.join(jumps[index].split())}" for index in overlap_checks(listing))


@pytest.mark.parametrize("path", CASES, ids=lambda path: path.stem)
def test_golden(path: Path) -> None:
    """Each case gives the instructions, the numbers or the vector loops that it holds."""
    case = Case.read(path)
    assert case.result == case.expected


@pytest.mark.parametrize(
    ("part", "whole"),
    [("edi", "rdi"), ("sil", "rsi"), ("al", "rax"), ("ebx", "rbx"), ("r9d", "r9"), ("r10", "r10"), ("ymm3", "mm3"),
     ("xmm11", "mm11"), ("w0", "x0"), ("x30", "x30"), ("s2", "v2"), ("q31", "v31"), ("rip", "rip"), ("k1", "k1")],
)  # fmt: skip
def test_a_part_names_its_whole(part: str, whole: str) -> None:
    """Names of parts of a register give the whole one, and other names stay."""
    assert whole_register(part) == whole


def test_bytes_that_are_no_instruction_end_the_code() -> None:
    """What lies behind the last instruction, such as constants, is not made into instructions."""
    assert [str(each) for each in read_code(bytes.fromhex("c3 06 c3"), "x86_64").instructions] == ["ret"]


def test_jumps_and_calls_to_elsewhere_show_no_address() -> None:
    """A jump inside the function has a target, a jump out of it and a call have none, wherever the code lies."""
    code = bytes.fromhex("ebfe e900010000 e800000000")
    for start in (0, 0x4000):
        found = read_code(code, "x86_64", start=start).instructions
        assert [(str(each), each.target) for each in found] == [
            ("jmp {elsewhere}", 0),
            ("jmp {elsewhere}", None),
            ("call {elsewhere}", None),
        ]


#: vaddps ymm0, ymm2, [rdi]; vmaxps ymm0, ymm1, ymm0; vmovups [rdi], ymm0; jne back to the first
NAN_KEPT = bytes.fromhex("c5ec5807 c5f45fc0 c5fc1107 75f2")
#: The same with the sources of the maximum exchanged.
NAN_DROPPED = bytes.fromhex("c5ec5807 c5fc5fc1 c5fc1107 75f2")


@pytest.mark.parametrize(("code", "made"), [(NAN_KEPT, [False, True]), (NAN_DROPPED, [True, False])])
def test_the_source_that_an_add_made(code: bytes, made: list[bool]) -> None:
    """Of the two sources of a maximum, the one that an add of the loop made is told by its place."""
    (loop,) = read_code(code, "x86_64").loops
    assert sources_made_by(float_adds(loop.instructions), loop, loop.instructions[1]) == made


def test_the_last_writer_before_a_reader_is_its_maker() -> None:
    """A register's other names count, a later writer does not, and what was set before the loop has no maker."""
    (loop,) = read_code(NAN_KEPT, "x86_64").loops
    add, maximum, store, _ = loop.instructions
    assert maker(loop, maximum, "ymm0") == maker(loop, maximum, "xmm0") == add
    assert maker(loop, store, "ymm0") == maximum
    assert maker(loop, maximum, "ymm1") is None


def test_a_reader_outside_the_loop_is_refused() -> None:
    """Its makers cannot be known from the loop alone."""
    (loop,) = read_code(NAN_KEPT, "x86_64").loops
    with pytest.raises(ValueError):
        maker(loop, Instruction(99, 1, "ret", ""), "ymm0")


@pytest.mark.parametrize(
    ("code", "origins"),
    [
        # mov rax, rdi; sub rax, rsi; cmp rax, 16; mov rax, [rdi]; cmp rax, 16
        ("4889f8 4829f0 4883f810 488b07 4883f810", [{0}, {0, 1}, {0, 1}, {0}, set()]),
        # xor edi, edi; cmp rdi, rsi
        ("31ff 4839f7", [{0}, {1}]),
        # add rdi, [rsp]; cmp rdi, rsi
        ("48033c24 4839f7", [{0}, {0, 1}]),
    ],
)
def test_arguments_are_followed_through_registers(code: str, origins: list[set[int]]) -> None:
    """Arithmetic hands a pointer on, a load and a cleared register end it, and a load that adds to it does not."""
    assert [set(found) for found in argument_origins(read_code(bytes.fromhex(code), "x86_64"))] == origins
