"""The statistics of an ordering: when a look is decided, what three looks amount to, which interval is valid.

A reading is one number a visit, such as the logarithm of a ratio. If it is as likely to lie below a bound as above
it, a gambler who stakes a fixed share of his capital on "above" makes nothing on average: his capital is a
non-negative martingale that starts at 1. Ville's inequality (J. Ville, Étude critique de la notion de collectif,
1939) says that it ever exceeds 1/α with probability at most α, whenever one stops to look. So a capital of 300
speaks against the bound with an error of at most 1 in 300, after any number of visits.
"""

from __future__ import annotations

import enum
import functools
import math
from collections.abc import Sequence
from dataclasses import dataclass, field

#: Probabilities of a win that the three gamblers stake for; their capital is shared equally.
BETS = (0.6, 0.8, 0.97)
CONFIRM, REFUTE = 300.0, 100.0
#: Visits after which a look ends undecided.
MOST_VISITS = 200
LOOKS = 3
LEVEL = 0.95


@functools.cache
def e_value(wins: int, losses: int) -> float:
    """Return the gamblers' capital: E(w, l), the mean over p in {.6, .8, .97} of (2p)^w (2 - 2p)^l."""
    return sum(math.exp(wins * math.log(2 * p) + losses * math.log(2 - 2 * p)) for p in BETS) / len(BETS)


class Decision(enum.Enum):
    """What one look came to; the value is the word that records use."""

    CONFIRMED = "confirmed"
    REFUTED = "refuted"
    OPEN = "undecided"


class Standing(enum.Enum):
    """What an ordering's looks amount to; the value is the word that readers see."""

    CONFIRMED = "confirmed"
    REFUTED = "refuted"
    UNFIT = "machine unfit"
    UNRESOLVED = "not confirmed in this run"
    REPORTED = "only reported here"
    SHOWN = "nothing claimed"
    NOT_TIMED = "not timed"


def decide(wins: int, losses: int) -> Decision:
    """Return what so many wins and losses decide: confirmed at E(w, l) >= 300, refuted at E(l, w) >= 100."""
    if e_value(wins, losses) >= CONFIRM:
        return Decision.CONFIRMED
    return Decision.REFUTED if e_value(losses, wins) >= REFUTE else Decision.OPEN


@dataclass(frozen=True)
class Bounds:
    """What is claimed of the readings' median: that it lies above one number, below another, or both."""

    above: float = -math.inf
    below: float = math.inf

    def tests(self) -> tuple[tuple[float, int], ...]:
        """Return each finite bound with the sign that makes a win positive."""
        both = ((self.above, 1), (self.below, -1))
        return tuple((bound, sign) for bound, sign in both if math.isfinite(bound))


@dataclass
class Tally:
    """Wins and losses of one look against each bound, counted until that bound is decided."""

    bounds: Bounds
    counts: list[list[int]] = field(init=False)
    """Wins and losses per bound."""
    decisions: list[Decision] = field(init=False)

    def __post_init__(self) -> None:
        self.counts = [[0, 0] for _ in self.bounds.tests()]
        self.decisions = [Decision.OPEN for _ in self.counts]

    def add(self, reading: float) -> None:
        """Count a reading: a win beyond the bound, a loss short of it, neither on it."""
        for n, (bound, sign) in enumerate(self.bounds.tests()):
            if self.decisions[n] is Decision.OPEN and reading != bound:
                self.counts[n][int(sign * (reading - bound) < 0)] += 1
                self.decisions[n] = decide(*self.counts[n])

    @property
    def decision(self) -> Decision:
        """Confirmed where every bound is, refuted where any is; each bound's error is its own."""
        if Decision.REFUTED in self.decisions:
            return Decision.REFUTED
        decided = bool(self.decisions) and all(d is Decision.CONFIRMED for d in self.decisions)
        return Decision.CONFIRMED if decided else Decision.OPEN


def look(readings: Sequence[float], bounds: Bounds) -> Tally:
    """Return the tally of a whole look at `readings`; it stops counting where it is decided, or after 200."""
    tally = Tally(bounds)
    for reading in readings[:MOST_VISITS]:
        if tally.decision is Decision.OPEN:
            tally.add(reading)
    return tally


def standing(decisions: Sequence[Decision], *, fit: bool) -> Standing:
    """Return what up to three looks amount to; `fit` says whether the A/A control of the run held.

    Any look confirms. Only three looks refute, so that a false failure needs three errors of 1 in 100 in a row.
    """
    if not decisions:
        return Standing.NOT_TIMED
    if not fit:
        return Standing.UNFIT
    if Decision.CONFIRMED in decisions:
        return Standing.CONFIRMED
    refuted = len(decisions) >= LOOKS and all(decision is Decision.REFUTED for decision in decisions)
    return Standing.REFUTED if refuted else Standing.UNRESOLVED


def median(readings: Sequence[float]) -> float:
    """Return the middle reading, or the mean of the two in the middle. Raises ValueError for none."""
    ordered = sorted(readings)
    if not ordered:
        raise ValueError("no reading")
    half = len(ordered) // 2
    return ordered[half] if len(ordered) % 2 else (ordered[half - 1] + ordered[half]) / 2


def interval(readings: Sequence[float], level: float = LEVEL) -> tuple[float, float]:
    """Return an interval that holds the readings' median with probability `level`, whenever one stops to look.

    Its ends are the k-th smallest and k-th largest reading, k counted from 0 and as large as
    E(n - k - 1, k + 1) >= 2 / (1 - level) allows: any median outside of them would have been refuted by the
    gamblers on one of the two sides. Infinite where there are too few readings.
    """
    ordered, n = sorted(readings), len(readings)
    k = -1
    while k + 2 <= n and e_value(n - k - 2, k + 2) >= 2 / (1 - level):
        k += 1
    return (ordered[k], ordered[n - 1 - k]) if k >= 0 else (-math.inf, math.inf)
