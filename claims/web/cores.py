"""A pool of processes, one for each core."""

from __future__ import annotations

import multiprocessing
import sys
from multiprocessing.pool import Pool


def all_cores() -> Pool:
    """Return a pool with a process for each core, to be closed by its user: forks, except on macOS.

    There not all libraries survive a fork.
    """
    return multiprocessing.get_context("spawn" if sys.platform == "darwin" else "fork").Pool()
