"""A second interpreter: for what must be seen in another process, or from a cold start."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from dataclasses import dataclass

#: Lines of standard error that an error message repeats.
REPEATED = 12


class InterpreterError(Exception):
    """The second interpreter did not end with status 0."""


@dataclass(frozen=True)
class End:
    """How a second process ended."""

    status: int
    """Exit status; the number of the signal, negative, for a process that a signal killed."""
    output: str
    """What it wrote to standard output."""
    errors: str
    """What it wrote to standard error."""

    @property
    def signal(self) -> str:
        """The signal's name, such as ``SIGSEGV``; empty for a process that left by itself."""
        return signal.Signals(-self.status).name if self.status < 0 else ""

    @property
    def shell_status(self) -> int:
        """What a shell's ``$?`` says of it: 128 and the number of the signal, by POSIX's rule of more than 128."""
        return 128 - self.status if self.status < 0 else self.status


def end_of(code: str, *, seconds: float = 100.0, **environment: str) -> End:
    """Run `code` in a new interpreter, let it end as it may, and say how it did.

    `environment` sets further variables. Raises InterpreterError where it runs longer than `seconds`.
    """
    try:
        done = subprocess.run(
            [sys.executable, "-c", code],
            env={**os.environ, **environment},
            capture_output=True,
            text=True,
            timeout=seconds,
            check=False,
        )
    except subprocess.TimeoutExpired as error:
        raise InterpreterError(f"a second interpreter ran longer than {seconds:g} s") from error
    return End(done.returncode, done.stdout, done.stderr)


def run_python(code: str, *, seconds: float = 100.0, **environment: str) -> str:
    """Run `code` in a new interpreter in this process's environment and return what it printed.

    `environment` sets further variables. Raises InterpreterError where it fails or runs longer than `seconds`.
    """
    end = end_of(code, seconds=seconds, **environment)
    if end.status != 0:
        said = "\n".join(end.errors.strip().splitlines()[-REPEATED:])
        raise InterpreterError(f"a second interpreter ended with status {end.status}:\n{said}")
    return end.output
