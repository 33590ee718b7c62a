"""Throw-away forks, second interpreters, and claim scripts in processes of their own: how each end is named."""

from __future__ import annotations

import os
import signal
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from claims.engine.forks import end_of_fork
from claims.engine.interpreter import End, InterpreterError, end_of, run_python


def test_a_fork_that_returns() -> None:
    """What a fork prints comes back, with status 0."""
    assert end_of_fork(lambda: print("here")) == End(0, "here\n", "")


def test_a_fork_that_raises() -> None:
    """An exception ends the fork with status 1 and a traceback, and stays in the fork."""
    end = end_of_fork(lambda: 1 // 0)
    assert (end.status, end.output) == (1, "")
    assert "ZeroDivisionError" in end.errors


@pytest.mark.parametrize(
    ("function", "status", "name", "shell"),
    [
        (lambda: os.kill(os.getpid(), signal.SIGSEGV), -11, "SIGSEGV", 139),
        (lambda: os.kill(os.getpid(), signal.SIGKILL), -9, "SIGKILL", 137),
        (lambda: os._exit(139), 139, "", 139),
        (lambda: sys.exit(3), 1, "", 1),
    ],
)
def test_how_a_fork_ends(function: Callable[[], object], status: int, name: str, shell: int) -> None:
    """A signal is told from an exit status, though a shell gives both the same number."""
    end = end_of_fork(function)
    assert (end.status, end.signal, end.shell_status) == (status, name, shell)


def test_a_fork_that_hangs() -> None:
    """A fork that runs too long is killed."""
    assert end_of_fork(lambda: time.sleep(60), seconds=0.1).signal == "SIGKILL"


def test_a_second_interpreter_that_dies() -> None:
    """`end_of` reports how an interpreter died, `run_python` raises with what it said last."""
    code = "import sys, os; print('last words', file=sys.stderr, flush=True); os.abort()"
    assert end_of(code).signal == "SIGABRT"
    with pytest.raises(InterpreterError, match="ended with status -6:\nlast words"):
        run_python(code)


def test_a_second_interpreter_that_hangs() -> None:
    """A time limit that is passed is an error with the limit in it."""
    with pytest.raises(InterpreterError, match=r"ran longer than 0\.2 s"):
        end_of("import time; time.sleep(60)", seconds=0.2)


def test_variables_reach_the_interpreter(tmp_path: Path) -> None:
    """Further variables are set beside this process's own."""
    assert run_python("import os; print(os.environ['PLACE'], 'PATH' in os.environ)", PLACE=str(tmp_path)) == (
        f"{tmp_path} True\n"
    )
