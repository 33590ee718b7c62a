"""A/A traces: what one path against itself gives on a real machine, visit after visit, kept as small tables."""

from __future__ import annotations

import csv
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from . import clock

FOLDER = Path(__file__).with_name("traces")
#: The two states of the machine that traces are recorded in.
IDLE, BUSY = "idle", "busy"


@dataclass(frozen=True)
class Trace:
    """Readings with the seconds at which each visit ended."""

    name: str
    seconds: tuple[float, ...]
    readings: tuple[float, ...]


def record(name: str, reading: Callable[[], float], length: float, now: Callable[[], int] = clock.now) -> Trace:
    """Return the readings of visits one right after another, for so many seconds."""
    start = now()
    seconds: list[float] = []
    readings: list[float] = []
    while not seconds or seconds[-1] < length:
        readings.append(reading())
        seconds.append((now() - start) / 1e9)
    return Trace(name, tuple(seconds), tuple(readings))


def write_trace(trace: Trace, folder: Path = FOLDER) -> Path:
    """Write a trace as a table of two columns."""
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / f"{trace.name}.csv"
    lines = [f"{at:.3f},{reading:.5f}" for at, reading in zip(trace.seconds, trace.readings, strict=True)]
    path.write_text("\n".join(["seconds,d", *lines]) + "\n", encoding="utf-8")
    return path


def read_traces(folder: Path = FOLDER) -> list[Trace]:
    """Return every trace that was recorded, by name."""
    found = []
    for path in sorted(folder.glob("*.csv")):
        with path.open(encoding="utf-8", newline="") as stream:
            rows: Sequence[dict[str, str]] = list(csv.DictReader(stream))
        found.append(
            Trace(path.stem, tuple(float(row["seconds"]) for row in rows), tuple(float(row["d"]) for row in rows))
        )
    return found
