"""What a claim script declares: paths to be timed against each other, and what is claimed of their times."""

from __future__ import annotations

import enum
import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from .sequential import Bounds

#: δ of an about-equal claim that has not been calibrated; it is reported with it, and asserts nothing.
UNCALIBRATED_DELTA = 0.15


@dataclass(frozen=True)
class Path:
    """One way to a result, under the name that a reader sees."""

    name: str
    call: Callable[[], Any]


class Kind(enum.Enum):
    """What is claimed; the value is the word in records."""

    FASTER = "ordering"
    """The second side is faster than the first by more than a margin m: t0 / t1 > m."""
    EQUAL = "about equal"
    """The sides are within a factor: 1 / (1 + δ) < t0 / t1 < 1 + δ."""
    COST = "fixed cost"
    """What the first side takes beyond the second, in units of a third: (t0 - t1) / t2 > k."""
    GAIN = "gains more"
    """One pair's ratio is above another's by more than a margin m: (t0 / t1) / (t2 / t3) > m."""
    AT_MOST = "at most"
    """The first side takes less than so many times the second: t0 / t1 < the bound that the claim itself names."""
    SHOWN = "comparison"
    """Nothing is claimed; the times are shown."""

    @property
    def arms(self) -> int:
        """How many sides one visit times."""
        return {Kind.COST: 3, Kind.GAIN: 4}.get(self, 2)

    @property
    def logarithmic(self) -> bool:
        """Whether readings are logarithms of ratios; a fixed cost may be zero and is read as it is."""
        return self is not Kind.COST

    def reading(self, times: Sequence[float]) -> float:
        """Return the one number that a visit gives, from the seconds per call of each side."""
        if self is Kind.COST:
            return (times[0] - times[1]) / times[2]
        ratio = math.log(times[0] / times[1])
        return ratio - math.log(times[2] / times[3]) if self is Kind.GAIN else ratio

    @property
    def can_swap(self) -> bool:
        """Whether the claim says the opposite with its sides exchanged, so that a swap is a control of it."""
        return self in (Kind.FASTER, Kind.COST, Kind.GAIN)

    def swapped(self, times: Sequence[float]) -> list[float]:
        """Return the times with the claim's two sides exchanged: two paths, or a gain's two pairs."""
        pair = 2 if self is Kind.GAIN else 1
        return [*times[pair : 2 * pair], *times[:pair], *times[2 * pair :]]

    def shown(self, reading: float) -> float:
        """Return a reading as readers see it: a ratio."""
        return math.exp(reading) if self.logarithmic else reading

    def bounds(self, margin: float) -> Bounds:
        """Return what a claim of this kind says of the readings, at a margin: m, δ, k, or the claim's own bound."""
        if self is Kind.EQUAL:
            return Bounds(-math.log1p(margin), math.log1p(margin))
        if self is Kind.AT_MOST:
            return Bounds(below=math.log(margin))
        if self is Kind.SHOWN:
            return Bounds()
        return Bounds(above=margin if self is Kind.COST else math.log(margin))

    @property
    def neutral(self) -> float:
        """The margin that claims no more than a direction; δ where there is none to fall back on."""
        return {Kind.COST: 0.0, Kind.EQUAL: UNCALIBRATED_DELTA}.get(self, 1.0)


@dataclass(frozen=True)
class Declaration:
    """A comparison as its script declares it: compared with what was accepted, unlike what is measured."""

    name: str
    kind: Kind
    sides: tuple[str, ...]
    """Names of the paths, in the order of `Kind`: slower, faster; with, without, reference."""
    unit: str = "µs"
    different: str = ""
    """Why the sides may differ in result; empty where they are held to the same one."""
    bound: float = 0.0
    """What an at-most claim names itself; 0 for every other kind."""
    moves: tuple[int, ...] = ()
    """Bytes that each side reads and writes by a model; empty where no rate is to be implied."""


@dataclass(frozen=True)
class Timing:
    """A declaration with the paths that are to be called."""

    declaration: Declaration
    paths: tuple[Path, ...]
