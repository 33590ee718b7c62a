"""What came of simulated runs of one ordering; apart from the simulation, which needs numpy."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Row:
    """One line of the table: so many simulated runs of one ordering, and how they ended."""

    noise: str
    spacing: float
    """Seconds between two visits in the first look."""
    ratio: float
    """The true ratio of the two sides."""
    margin: float
    runs: int
    confirmed: int
    refuted: int

    @property
    def unresolved(self) -> int:
        return self.runs - self.confirmed - self.refuted
