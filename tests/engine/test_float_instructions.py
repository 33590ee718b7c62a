"""Lanes, element size and register class are read off an instruction."""

from __future__ import annotations

import pytest

from claims.engine.excerpt import ExcerptError
from claims.engine.machine_code.float_instructions import (
    element_bits,
    float_adds,
    float_maxima,
    lanes,
    loop_that_adds,
    register_class,
)
from claims.engine.machine_code.listing import Instruction, Listing


def instruction(text: str, offset: int = 0, target: int | None = None) -> Instruction:
    mnemonic, _, operands = text.partition(" ")
    return Instruction(offset, 4, mnemonic, operands, target)


@pytest.mark.parametrize(
    ("text", "register", "count", "bits"),
    [
        ("vaddps ymm0, ymm2, ymmword ptr [rdi]", "ymm", 8, 32),
        ("vaddpd zmm0, zmm2, zmm1", "zmm", 8, 64),
        ("vaddss xmm0, xmm4, dword ptr [rdi]", "xmm", 1, 32),
        ("addps xmm0, xmm1", "xmm", 4, 32),
        ("fadd v0.4s, v0.4s, v1.4s", "v", 4, 32),
        ("fadd d0, d0, d1", "v", 1, 64),
    ],
)
def test_an_add_tells_its_lanes(text: str, register: str, count: int, bits: int) -> None:
    """Packed instructions fill their register, scalar ones compute one number in it."""
    add = instruction(text)
    assert (register_class(add), lanes(add), element_bits(add)) == (register, count, bits)
    assert float_adds([add]) == [add]


def test_integer_adds_and_nan_tests_are_neither_add_nor_maximum() -> None:
    """Pointers are added too, and a comparison that only asks for NaN chooses nothing."""
    others = [instruction("add rdi, 0x20"), instruction("vpaddd ymm0, ymm0, ymm2"), instruction("vcmpordps ymm9, ymm0")]
    assert not float_adds(others)
    assert not float_maxima(others)
    assert float_maxima([instruction("vcmpnltss xmm1, xmm0, xmm3")])


def test_an_instruction_without_float_elements_is_refused() -> None:
    """A pointer's add has no lanes."""
    with pytest.raises(ExcerptError, match="does not tell"):
        lanes(instruction("add rdi, 0x20"))


def test_loops_that_overlap_through_branches_count_as_one() -> None:
    """Two jumps back over one add give one loop that holds both."""
    rows = (
        ("mov eax, 1", 0, None),
        ("vaddss xmm0, xmm2, xmm3", 4, None),
        ("ja elsewhere", 8, 0),
        ("jne elsewhere", 12, 4),
    )
    listing = Listing("kernel", tuple(instruction(*row) for row in rows), bytes(16))
    assert len(loop_that_adds(listing).instructions) == 4


def test_a_function_without_an_adding_loop_is_refused() -> None:
    """The error shows the code."""
    with pytest.raises(ExcerptError, match="no loop of kernel adds"):
        loop_that_adds(Listing("kernel", (instruction("ret"),), b"\xc3"))
