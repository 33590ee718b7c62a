"""The overlap check before a vector loop is found by what its jump decides by, whichever compiler wrote it."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from claims import tiny
from claims.engine.machine_code.disassembly import disassemble
from claims.engine.machine_code.listing import Listing
from claims.engine.machine_code.overlap import overlap_checks, vector_loops

COMPILERS = [name for name in ("gcc", "clang") if shutil.which(name)]
SLOW = ("-O1", "-fPIC")


def listing(folder: Path, compiler: str, flags: tuple[str, ...] = tiny.FLAGS, restrict: bool = False) -> Listing:
    """Return the machine code of the small compiler's expression."""
    text = tiny.emit(tiny.lower(tiny.parse(tiny.EXPRESSION)), restrict)
    return disassemble(tiny.build(text, folder, compiler, flags).library, "run")


@pytest.mark.parametrize("compiler", COMPILERS)
def test_pointers_that_may_overlap_are_compared(tmp_path: Path, compiler: str) -> None:
    """The vector loop is there, and one jump decides by both pointers whether it runs."""
    found = listing(tmp_path, compiler)
    assert vector_loops(found)
    assert len(overlap_checks(found)) == 1


@pytest.mark.parametrize("compiler", COMPILERS)
def test_pointers_that_promise_not_to_are_not(tmp_path: Path, compiler: str) -> None:
    """With restrict the vector loop stays and the jump is gone."""
    found = listing(tmp_path, compiler, restrict=True)
    assert vector_loops(found)
    assert not overlap_checks(found)


@pytest.mark.parametrize("compiler", COMPILERS)
def test_without_a_vector_loop_nothing_is_checked(tmp_path: Path, compiler: str) -> None:
    """A loop that takes the elements one by one is right for any two buffers."""
    found = listing(tmp_path, compiler, SLOW)
    assert found.loops
    assert not vector_loops(found)
    assert not overlap_checks(found)
