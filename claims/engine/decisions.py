"""What a change between two calls leads to: rows that claims declare as values, gathered into one table.

A row is the value ``after-the-strides``: what changed, what came of it, and PyTorch's reason where it gives one. Like
every value it is compared, so a row changes only where somebody accepts that it does.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from .model import Evidence

PREFIX = "after-"
USED_AGAIN, ANEW, PYTHON = "used again", "captured anew", "run by Python"
FATES = (USED_AGAIN, ANEW, PYTHON)


@dataclass(frozen=True)
class Decision:
    """One row."""

    claim: str
    name: str
    """The value's."""
    change: str
    fate: str
    reason: str
    """PyTorch's own; empty where it gives none."""


def decisions(held: Mapping[str, Evidence]) -> list[Decision]:
    """Return the rows that evidence declares, in the order of the words for what changed: one looks a change up."""
    rows = []
    for claim, evidence in sorted(held.items()):
        for name, value in sorted(evidence.values.items()):
            if name.startswith(PREFIX) and isinstance(value.value, list):
                change, fate, reason = map(str, value.value)
                rows.append(Decision(claim, name, change, fate, reason))
    return sorted(rows, key=lambda row: row.change.lower())
