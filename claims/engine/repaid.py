"""After how many calls a compilation is repaid, subject by subject and size by size: rows out of measurements.

A claim measures ``tail 512, saved`` with ``saved at least`` and ``saved at most`` around it, in µs a call, and for a
warm and a cold process ``tail 512, cold calls`` with ``cold fewest`` and ``cold most``. A count that a run does not
give, since nothing was saved in it or may not have been, is left out there, and said in words here.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass

from .model import Measurement

#: The claim whose measurements these are.
CLAIM = "selection.break-even-table"
_SAVED = re.compile(r"(?P<subject>\w+) (?P<size>\d+), saved")


@dataclass(frozen=True)
class Repaid:
    """One row: measurements by name, and what stands before the figure, or in its place where there is none."""

    subject: str
    size: int
    saved: tuple[str, str, str]
    """The saving, at least, at most."""
    calls: tuple[tuple[str, str], ...]
    """For a process that has compiled before and for a new one: words, and a name or nothing."""


def repaid(measured: Mapping[str, Measurement]) -> list[Repaid]:
    """Return the rows by subject and size."""
    rows = []
    for name in measured:
        if match := _SAVED.fullmatch(name):
            stem = name.removesuffix(", saved")
            calls = tuple(_calls(measured, f"{stem}, {process}") for process in ("warm", "cold"))
            rows.append(
                Repaid(match["subject"], int(match["size"]), (name, f"{name} at least", f"{name} at most"), calls)
            )
    return sorted(rows, key=lambda row: (row.subject, row.size))


def _calls(measured: Mapping[str, Measurement], stem: str) -> tuple[str, str]:
    """Return the count where the whole interval saves time, else the fewest that it allows, else that none do."""
    if f"{stem} most" in measured:
        return "", f"{stem} calls"
    return ("at least ", f"{stem} fewest") if f"{stem} fewest" in measured else ("none", "")
