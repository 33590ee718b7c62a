"""What one call of the quicker of two paths saves, and after how many calls a cost is repaid."""

from __future__ import annotations

import math
import random
from collections.abc import Sequence
from dataclasses import dataclass

from . import clock
from .declared import Path
from .sequential import LOOKS, Bounds, Decision, interval, look, median
from .visit import Arms, settle

#: The fewest pairs in one look: enough for an interval, and for a decision where one path always wins.
PAIRS = 16


@dataclass(frozen=True)
class Saving:
    """The seconds that a call saves, below zero where it costs some, with an interval that holds the median."""

    middle: float
    low: float
    high: float
    decision: Decision
    """Whether it is confirmed that anything is saved, refuted, or open."""
    times: tuple[float, float]
    """Median seconds per call of both paths."""

    @property
    def sure(self) -> bool:
        """True where it is confirmed that a call saves time."""
        return self.decision is Decision.CONFIRMED

    @property
    def never(self) -> bool:
        """True where the second path is sure to be no quicker, so that no number of calls repays anything."""
        return self.decision is Decision.REFUTED or self.high <= 0

    def calls(self, cost: float) -> float | None:
        """Return after how many calls a cost of so many seconds is repaid; None where the median call saves nothing."""
        return cost / self.middle if self.middle > 0 and not self.never else None

    def calls_between(self, cost: float) -> tuple[float, float | None] | None:
        """Return the fewest and the most calls that the interval allows; None for the most where it reaches zero.

        None for both where it is `never`, or too few pairs were taken for an interval. A script that has checked that
        it is not `never` may name the fewest in every run.
        """
        if self.never or not math.isfinite(self.high):
            return None
        return cost / self.high, cost / self.low if self.low > 0 else None


def saving_of(pairs: Sequence[tuple[float, float]]) -> Saving:
    """Return what a call of the second path saves, from the seconds per call of both in each pair."""
    saved = [one - other for one, other in pairs]
    one, other = (median(side) for side in zip(*pairs, strict=True))
    return Saving(median(saved), *interval(saved), look(saved, Bounds(above=0.0)).decision, (one, other))


def time_saving(one: Path, other: Path, *, seconds: float = 6.0, looks: int = LOOKS) -> Saving:
    """Time two paths against each other on one core and return what a call of the second saves.

    Pairs are taken until it is decided whether anything is saved, at least 16 of them, or until so many seconds have
    passed. What refutes a saving is looked at again, as for an ordering; where nothing rests on that, one look will do.
    """
    settle()
    for seed in range(looks):
        coin, arms, pairs, end = random.Random(seed), Arms([one.call, other.call]), [], clock.now() + seconds * 1e9
        while True:
            first, second = arms.visit(coin.choice(([0, 1], [1, 0])), clock.now)
            pairs.append((first, second))
            if len(pairs) >= PAIRS and (clock.now() > end or saving_of(pairs).decision is not Decision.OPEN):
                break
        if not (saving := saving_of(pairs)).never:
            break
    return saving
