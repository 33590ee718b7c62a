"""Where the time of a compilation is booked."""

from __future__ import annotations

import pytest

from claims.engine.capture import ledger as ledgers


class Clock:
    """A clock that moves on command."""

    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    clock = Clock()
    monkeypatch.setattr(ledgers.time, "perf_counter", clock)
    return clock


def test_a_moment_belongs_to_the_innermost_part(clock: Clock) -> None:
    """Time is booked on the innermost open part; what has no part counts for the one around it."""
    ledger = ledgers.Ledger(_since=0.0)
    clock.now = 1.0
    ledger.begin("entire_frame_compile", "entire_frame_compile", ledgers.DYNAMO)
    clock.now = 3.0
    ledger.begin("program", "compiler", ledgers.KERNEL)
    clock.now = 7.0
    ledger.end()
    ledger.begin("pass", "pass", "")
    clock.now = 8.0
    ledger.end()
    ledger.end()
    clock.now = 20.0
    ledger.begin("import", "modules", ledgers.IMPORTS)
    ledger.end()
    booked = {part: seconds for part, seconds in ledger.seconds.items() if seconds}
    assert booked == {ledgers.DYNAMO: 3.0, ledgers.KERNEL: 4.0}
    assert (ledger.programs, ledger.compiling) == (4.0, 7.0)
    assert ledger.seen[ledgers.KERNEL] == ["compiler"]


@pytest.mark.parametrize(
    ("command", "part"),
    [
        ("g++ -x c++-header a.h -o a.h.gch", (ledgers.HEADER, "compiler")),
        ("g++ /t/header.hpp -E -P -o /t/header.i", (ledgers.HEADER, "preprocessor")),
        ("openssl sha512 /t/header.i", (ledgers.HEADER, "hash")),
        ("g++ /c/hf/x.main.cpp -o /c/hf/x.main.so", (ledgers.KERNEL, "compiler")),
        ("g++ /c/th/y.cpp -o /c/th/y.so", (ledgers.ISA, "compiler")),
        ("python -c cdll.LoadLibrary('/c/th/y.so')", (ledgers.ISA, "Python")),
        ("g++ --version", ("", "")),
    ],
)
def test_the_part_of_a_program(command: str, part: tuple[str, str]) -> None:
    """A program's part is read from its command line; what is not known is booked on what waits for it."""
    assert ledgers.part_of_program(command.split()) == part


def test_an_import_and_a_program_are_seen(tmp_path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Inside the block a module's first import and a program that is waited for are booked."""
    import subprocess
    import sys

    (tmp_path / "slow_module_of_a_test.py").write_text("import time; time.sleep(0.05)\n", encoding="utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    with ledgers.keep_ledger() as ledger:
        __import__("slow_module_of_a_test")
        subprocess.run([sys.executable, "-c", "LoadLibrary = print; import time; time.sleep(0.05)"], check=True)
    assert ledger.seconds[ledgers.IMPORTS] >= 0.05 and ledger.seconds[ledgers.ISA] >= 0.05
    assert ledger.programs >= 0.05
