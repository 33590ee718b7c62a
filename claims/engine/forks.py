"""A throw-away fork of this process: for what may crash, or changes a state that cannot be put back."""

from __future__ import annotations

import faulthandler
import os
import signal
import sys
import tempfile
import time
import traceback
from collections.abc import Callable

from .interpreter import End


def end_of_fork(function: Callable[[], object], *, seconds: float = 100.0) -> End:
    """Call `function` in a fork of this process, let that end as it may, and say how it did.

    The fork ends with status 0 where the function returns and with 1, a traceback and nothing else where it raises.
    After `seconds` it is killed and reported as killed by SIGKILL. This process must have one thread only.
    """
    with tempfile.TemporaryFile("w+") as output, tempfile.TemporaryFile("w+") as errors:
        sys.stdout.flush()
        sys.stderr.flush()
        pid = os.fork()
        if pid == 0:
            _inside(function, output.fileno(), errors.fileno())
        status = _wait(pid, seconds)
        output.seek(0)
        errors.seek(0)
        return End(status, output.read(), errors.read())


def _inside(function: Callable[[], object], output: int, errors: int) -> None:
    """Do the fork's part and never return."""
    status = 1
    try:
        os.dup2(output, 1)
        os.dup2(errors, 2)
        # A caller may have put streams of its own in their place.
        sys.stdout, sys.stderr = os.fdopen(1, "w", closefd=False), os.fdopen(2, "w", closefd=False)
        # It writes to a descriptor of its own, so that a crash that is asked for would be told outside.
        faulthandler.disable()
        function()
        status = 0
    except BaseException:
        traceback.print_exc()
    finally:
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(status)


def _wait(pid: int, seconds: float) -> int:
    """Return the exit status, minus the signal's number where one killed the process."""
    late = time.monotonic() + seconds
    while True:
        ended, status = os.waitpid(pid, os.WNOHANG)
        if ended:
            return os.waitstatus_to_exitcode(status)
        if time.monotonic() > late:
            os.kill(pid, signal.SIGKILL)
            late = float("inf")
        time.sleep(0.002)
