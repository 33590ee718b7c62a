"""A second interpreter: for what must be seen in another process, or from a cold start."""

from __future__ import annotations

import os
import subprocess
import sys

#: Lines of standard error that an error message repeats.
REPEATED = 12


class InterpreterError(Exception):
    """The second interpreter did not end with status 0."""


def run_python(code: str, *, seconds: float = 100.0, **environment: str) -> str:
    """Run `code` in a new interpreter in this process's environment and return what it printed.

    `environment` sets further variables. Raises InterpreterError where it fails or runs longer than `seconds`.
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
    if done.returncode != 0:
        said = "\n".join(done.stderr.strip().splitlines()[-REPEATED:])
        raise InterpreterError(f"a second interpreter ended with status {done.returncode}:\n{said}")
    return done.stdout
