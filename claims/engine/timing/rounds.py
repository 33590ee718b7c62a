"""The schedule of a look: round-robin in random order, with room between two visits to one claim.

Spacing, and not statistics, is what defeats a burst of noise on one side: in a quarter of a second between two
visits to one claim the others are visited, so that a burst of ten seconds reaches forty visits of one at most.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field

from . import clock
from .declared import Declaration
from .sequential import MOST_VISITS, Bounds, Decision, Tally

#: Seconds between two visits to one claim in the first look, and in the looks after it.
GAP, LATER_GAP = 0.25, 1.0
#: Pairs that a comparison is visited to for display, once it is decided.
SHOWN_PAIRS = 40


class Lost(Exception):
    """The process that holds the paths ended, hung or raised; none of its comparisons can be visited again."""


@dataclass
class Series:
    """One comparison under look, and what its visits gave."""

    owner: str
    """The claim, or the claim's control, whose process holds the paths."""
    declaration: Declaration
    bounds: Bounds
    ask: Callable[[list[int]], list[float]]
    """Makes a visit with the sides in that order; returns seconds per call of each. Raises Lost."""
    pairs: int = SHOWN_PAIRS
    """Visits that are made even where fewer decide; a refuted comparison needs no more."""
    swapped: bool = False
    """The sides exchanged: the comparison must then be refuted."""
    tally: Tally = field(init=False)
    readings: list[float] = field(default_factory=list)
    times: list[list[float]] = field(default_factory=list)
    lost: bool = False
    last: float = float("-inf")

    def __post_init__(self) -> None:
        self.tally = Tally(self.bounds)

    @property
    def wants(self) -> bool:
        """Whether another visit is due some time."""
        seen = len(self.readings)
        if self.lost or seen >= MOST_VISITS:
            return False
        if self.tally.decision is Decision.OPEN and self.bounds.tests():
            return True
        return self.tally.decision is not Decision.REFUTED and seen < self.pairs

    def visit(self, coin: random.Random) -> None:
        """Make a visit and count its reading."""
        order = list(range(self.declaration.kind.arms))
        coin.shuffle(order)
        times = self.ask(order)
        if self.swapped:
            times = self.declaration.kind.swapped(times)
        reading = self.declaration.kind.reading(times)
        self.times.append(times)
        self.readings.append(reading)
        if self.tally.decision is Decision.OPEN:
            self.tally.add(reading)


def run_rounds(
    series: list[Series],
    coin: random.Random,
    *,
    gap: float = GAP,
    now: Callable[[], int] = clock.now,
    sleep: Callable[[float], None] = clock.sleep,
    listen: Callable[[Series], None] = lambda _: None,
    on_lost: Callable[[Series, Lost], None] = lambda series, lost: None,
) -> None:
    """Visit every series until none wants another visit.

    Two visits to one comparison lie at least `gap` seconds apart. `listen` is called after each visit, and
    `on_lost` once for a series whose process was lost; the caller marks that owner's other series as lost.
    """
    waiting: list[Series] = []
    while True:
        waiting = [one for one in waiting if one.wants]
        if not waiting:
            waiting = [one for one in series if one.wants]
            if not waiting:
                return
            coin.shuffle(waiting)
        due = _first_due(waiting, now() / 1e9, gap)
        if due is None:
            sleep(max(0.001, min(one.last for one in waiting) + gap - now() / 1e9))
            continue
        waiting.remove(due)
        try:
            due.visit(coin)
        except Lost as lost:
            due.lost = True
            on_lost(due, lost)
            continue
        due.last = now() / 1e9
        listen(due)


def _first_due(waiting: Iterable[Series], at: float, gap: float) -> Series | None:
    return next((one for one in waiting if at - one.last >= gap), None)
