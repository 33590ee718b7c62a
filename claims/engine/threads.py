"""The threads of this process, and the processors that the system lets each run on."""

from __future__ import annotations

import os
from pathlib import Path


def running_threads() -> int:
    """Return how many threads this process has; 0 where the system lists none."""
    tasks = Path("/proc/self/task")
    return len(list(tasks.iterdir())) if tasks.is_dir() else 0


def thread_masks() -> list[list[int]]:
    """Return, for each thread of this process, the processors it may run on; empty where the system tells none."""
    tasks = Path("/proc/self/task")
    if not tasks.is_dir():
        return []
    return [sorted(os.sched_getaffinity(int(task.name))) for task in tasks.iterdir()]
