"""Counts the processor time that C++ compilers take below this process, whoever started them."""

from __future__ import annotations

import contextlib
import os
import threading
from pathlib import Path
from types import TracebackType

from .reaper import descendants

#: Names that the kernel gives the programs of a compilation: driver, compiler proper, assembler, linker.
PROGRAMS = ("cc1plus", "g++", "c++", "clang", "as", "ld", "ld.bfd", "ld.lld", "collect2")


class CompilerTime:
    """A context in which compilers are watched; `seconds` is their user and system time. Linux only, 0 elsewhere.

    A compiler is seen every tenth of a second, so what it did after the last sighting is missed: the sum is too small
    by about a twentieth of a second per compilation, never too large.
    """

    def __init__(self, interval: float = 0.1) -> None:
        self._interval = interval
        self._ticks: dict[tuple[int, str], int] = {}
        self._ended = threading.Event()
        self._watcher = threading.Thread(target=self._watch, daemon=True)

    def __enter__(self) -> CompilerTime:
        self._watcher.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._ended.set()
        self._watcher.join()

    @property
    def seconds(self) -> float:
        return sum(self._ticks.values()) / os.sysconf("SC_CLK_TCK")

    def _watch(self) -> None:
        while not self._ended.wait(self._interval):
            for pid in descendants(os.getpid()):
                with contextlib.suppress(OSError, ValueError, IndexError):
                    self._note(pid, Path(f"/proc/{pid}/stat").read_text(encoding="utf-8", errors="replace"))

    def _note(self, pid: int, stat: str) -> None:
        name = stat.partition("(")[2].rpartition(")")[0]
        fields = stat.rpartition(")")[2].split()
        if name in PROGRAMS:
            # Fields 14, 15 and 22 of proc(5): user time, system time, start time, which tells a reused number apart.
            self._ticks[pid, fields[19]] = int(fields[11]) + int(fields[12])
