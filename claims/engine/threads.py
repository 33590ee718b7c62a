"""The threads of this process, and the processors that the system lets each run on."""

from __future__ import annotations

import os
from pathlib import Path


def running_threads() -> int:
    """Return how many threads this process has; 0 where the system lists none."""
    tasks = Path("/proc/self/task")
    return len(list(tasks.iterdir())) if tasks.is_dir() else 0


def processor_times() -> dict[int, float]:
    """Return the seconds of processor time that each thread here has used; empty where the system tells none."""
    tasks = Path("/proc/self/task")
    if not tasks.is_dir():
        return {}
    ticks = os.sysconf("SC_CLK_TCK")
    # The name of a program may hold blanks and brackets; user and system time are the 12th and 13th field behind it.
    rows = {int(task.name): (task / "stat").read_text().rpartition(")")[2].split() for task in tasks.iterdir()}
    return {thread: (int(row[11]) + int(row[12])) / ticks for thread, row in rows.items()}


def thread_masks() -> list[list[int]]:
    """Return, for each thread of this process, the processors it may run on; empty where the system tells none."""
    tasks = Path("/proc/self/task")
    if not tasks.is_dir():
        return []
    return [sorted(os.sched_getaffinity(int(task.name))) for task in tasks.iterdir()]


def openmp_runtimes() -> list[str]:
    """Return the names of the OpenMP runtimes that are mapped into this process, sorted, without what follows ``.so``.

    Each file counts once, whatever it is called: two copies of one runtime have two places and two states. Linux
    alone tells; elsewhere the list is empty.
    """
    maps = Path("/proc/self/maps")
    mapped = {line.split(maxsplit=5)[5].strip() for line in _lines(maps) if len(line.split(maxsplit=5)) == 6}
    names = [Path(path).name for path in sorted(mapped)]
    return sorted(name.split(".")[0] for name in names if name.startswith(("libgomp", "libomp", "libiomp")))


def _lines(path: Path) -> list[str]:
    return path.read_text(encoding="utf-8").splitlines() if path.is_file() else []
