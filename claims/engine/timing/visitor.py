"""A claim's side of the timing stage: its process has compiled the paths, waits, and makes a visit when asked.

A process per claim, as everywhere: a claim that crashes or hangs is lost alone, and no claim's compilations reach
into another's. They share one core, and all but the one that is being visited wait for a line to read.
"""

from __future__ import annotations

import gc
import json
import os
import select
import signal
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import IO

from .declared import Timing
from .rounds import Lost
from .visit import Arms, settle

ASK, ANSWER = "ask.fifo", "answer.fifo"
END = "end"
#: Seconds between two looks at a process that owes an answer.
POLL = 0.05
HUNG, ENDED = "no answer in time", "the process has ended"


def serve(work: Path, timings: Sequence[Timing]) -> None:
    """Make visits as the runner asks for them, until it says that it needs no more."""
    arms = {timing.declaration.name: Arms([path.call for path in timing.paths]) for timing in timings}
    settle()
    gc.collect()
    gc.freeze()
    with _stream(work / ASK, "r") as asked, _stream(work / ANSWER, "w") as answer:
        while (line := asked.readline().strip()) != END:
            request = json.loads(line)
            try:
                reply: dict[str, object] = {"times": arms[request["name"]].visit(request["order"])}
            except Exception as error:
                reply = {"error": f"{type(error).__name__}: {error}"}
            answer.write(json.dumps(reply) + "\n")
            answer.flush()


def open_lines(work: Path) -> None:
    """Make the two lines that runner and claim speak over; before the claim's process starts."""
    work.mkdir(parents=True, exist_ok=True)
    for name in (ASK, ANSWER):
        os.mkfifo(work / name)


class Visitor:
    """The runner's side: asks one process for visits and notices when there will be no answer."""

    def __init__(self, work: Path, status: Callable[[], int | None], limit: float) -> None:
        """`status` tells how the process ended, None while it runs; an answer may take `limit` seconds."""
        self._status, self._limit = status, limit
        self._ask, self._answer = _stream(work / ASK, "w"), os.open(work / ANSWER, os.O_RDWR)
        self._left = b""

    def visit(self, name: str, order: Sequence[int]) -> list[float]:
        """Return the seconds per call of each side. Raises Lost where the process ended, hung or raised."""
        if (status := self._status()) is not None:
            raise Lost(_ended(status))
        self._ask.write(json.dumps({"name": name, "order": list(order)}) + "\n")
        self._ask.flush()
        reply = json.loads(self._line())
        if "error" in reply:
            raise Lost(reply["error"])
        times = [float(seconds) for seconds in reply["times"]]
        if min(times) <= 0:
            raise Lost("the clock did not move during a block")
        return times

    def close(self) -> None:
        """Tell the process to end, and close the lines; a second time is no error."""
        if self._ask.closed:
            return
        if self._status() is None:
            self._ask.write(END + "\n")
            self._ask.flush()
        self._ask.close()
        os.close(self._answer)

    def _line(self) -> bytes:
        deadline = time.monotonic() + self._limit
        while b"\n" not in self._left:
            ready, _, _ = select.select([self._answer], [], [], POLL)
            if ready:
                self._left += os.read(self._answer, 65536)
            elif (status := self._status()) is not None:
                raise Lost(_ended(status))
            elif time.monotonic() > deadline:
                raise Lost(HUNG)
        line, _, self._left = self._left.partition(b"\n")
        return line


def _ended(status: int) -> str:
    if status < 0:
        return f"{ENDED}: killed by {signal.Signals(-status).name} (exit status {128 - status})"
    return f"{ENDED}: exit status {status}"


def _stream(path: Path, mode: str) -> IO[str]:
    # Opened for both directions: then neither side waits for the other to open, and no end is seen too early.
    return os.fdopen(os.open(path, os.O_RDWR), mode, encoding="utf-8", buffering=1)
