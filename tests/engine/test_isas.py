"""Each instruction set of the processor is tried in an interpreter and a cache of its own."""

from __future__ import annotations

import platform
from pathlib import Path

import pytest

from claims.engine import isas, machine
from claims.engine.interpreter import InterpreterError

TOLD = "import os; print(os.environ['ATEN_CPU_CAPABILITY'], os.environ['TORCHINDUCTOR_CACHE_DIR'])"


@pytest.fixture
def on_x86(monkeypatch: pytest.MonkeyPatch) -> None:
    """An x86-64 processor with AVX2 and part of AVX-512."""
    monkeypatch.setattr(platform, "machine", lambda: "x86_64")
    monkeypatch.setattr(machine, "cpu_flags", lambda: frozenset({"fpu", "avx2", "avx512f"}))


def test_what_the_processor_has(on_x86: None) -> None:
    """A set whose flag is missing is left out."""
    assert isas.isas_here() == {"scalar": "default", "avx2": "avx2"}


def test_other_processors_have_neon(monkeypatch: pytest.MonkeyPatch) -> None:
    """It is there without being asked for."""
    monkeypatch.setattr(platform, "machine", lambda: "arm64")
    assert isas.isas_here() == {"neon": ""}


def test_each_set_is_told_and_has_a_cache_of_its_own(on_x86: None) -> None:
    """The caches differ, and are gone afterwards."""
    said = {name: printed.split() for name, printed in isas.in_each_isa(TOLD).items()}
    assert {name: word for name, (word, _) in said.items()} == {"scalar": "default", "avx2": "avx2"}
    caches = {cache for _, cache in said.values()}
    assert len(caches) == 2
    assert not any(Path(cache).exists() for cache in caches)


def test_an_interpreter_that_fails_is_an_error(on_x86: None) -> None:
    """Its last words are repeated."""
    with pytest.raises(InterpreterError, match="no such set"):
        isas.in_each_isa("raise SystemExit('no such set')")
