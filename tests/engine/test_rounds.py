"""Blocks, visits and their schedule, on a clock that moves only as the paths say."""

from __future__ import annotations

import itertools
import random
from collections.abc import Callable
from dataclasses import dataclass, field

import pytest

from claims.engine.timing.declared import Declaration, Kind
from claims.engine.timing.rounds import Lost, Series, run_rounds
from claims.engine.timing.sequential import Bounds, Decision
from claims.engine.timing.visit import Arms, block_sizes


@dataclass
class FakeClock:
    """Moves when it is told to, and lets noise depend on the time."""

    at: float = 0.0
    slept: list[float] = field(default_factory=list)

    def now(self) -> int:
        return round(self.at * 1e9)

    def sleep(self, seconds: float) -> None:
        self.slept.append(seconds)
        self.at += seconds

    def path(self, seconds: float, slowed: Callable[[float], float] = lambda _: 1.0) -> Callable[[], None]:
        def call() -> None:
            self.at += seconds * slowed(self.at)

        return call


def series(clock: FakeClock, name: str, *paths: Callable[[], None], bounds: Bounds | None = None, **fields: object):  # type: ignore[no-untyped-def]
    arms = Arms(list(paths))
    declaration = Declaration(name, Kind.FASTER, ("slower", "faster"))
    return Series(name, declaration, bounds or Bounds(above=0.0), lambda order: arms.visit(order, clock.now), **fields)  # type: ignore[arg-type]


def rounds(clock: FakeClock, *all: Series, seed: int = 0, **arguments: object) -> None:
    run_rounds(list(all), random.Random(seed), now=clock.now, sleep=clock.sleep, **arguments)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("seconds", "sizes"),
    [
        ([1e-4, 2e-4], [10, 5]),
        ([1e-6, 1e-3], [1000, 1]),
        ([0.067, 0.034], [1, 2]),
        ([0.5, 1e-4], [1, 5000]),
    ],
)
def test_blocks_are_about_a_millisecond(seconds: list[float], sizes: list[int]) -> None:
    """A block of each side lasts about 1 ms, or one call of the slowest side, which the others match."""
    clock = FakeClock()
    assert block_sizes([clock.path(s) for s in seconds], clock.now) == sizes


def test_a_visit_times_each_side_twice() -> None:
    """Seconds per call come out of two blocks of each side, in an order and in its reverse."""
    clock, calls = FakeClock(), []

    def path(name: str, seconds: float) -> Callable[[], None]:
        def call() -> None:
            calls.append(name)
            clock.at += seconds

        return call

    arms = Arms([path("a", 1e-3), path("b", 1e-3)], [1, 1])
    assert arms.visit([1, 0], clock.now) == pytest.approx([1e-3, 1e-3])
    assert calls[-4:] == ["b", "a", "a", "b"]
    assert len(calls) - 4 >= 50  # 50 ms of untimed calls come first


def test_a_drift_cancels() -> None:
    """A machine that slows down steadily over a visit slows both sides alike."""
    clock = FakeClock()
    slowing = lambda at: 1.0 + at  # noqa: E731
    arms = Arms([clock.path(1e-4, slowing), clock.path(1e-4, slowing)])
    one, other = arms.visit([0, 1], clock.now)
    assert one / other == pytest.approx(1.0, abs=0.001)


def test_a_fixed_cost_and_a_gain_have_more_sides() -> None:
    """Three sides give a cost in units of the third, four sides a ratio of ratios; each can be swapped."""
    assert Kind.COST.reading([3.0, 1.0, 4.0]) == 0.5
    assert Kind.GAIN.shown(Kind.GAIN.reading([4.0, 1.0, 2.0, 1.0])) == pytest.approx(2.0)
    assert Kind.COST.swapped([3.0, 1.0, 4.0]) == [1.0, 3.0, 4.0]
    assert Kind.GAIN.swapped([4.0, 1.0, 2.0, 3.0]) == [2.0, 3.0, 4.0, 1.0]
    assert not Kind.EQUAL.can_swap


def test_a_confirmed_comparison_is_visited_on_for_display() -> None:
    """A confirmed comparison gets its forty pairs, a refuted one no more than decide it."""
    clock = FakeClock()
    good = series(clock, "good", clock.path(2e-4), clock.path(1e-4))
    swapped = series(clock, "swapped", clock.path(2e-4), clock.path(1e-4), swapped=True)
    rounds(clock, good, swapped)
    assert (good.tally.decision, good.tally.counts, len(good.readings)) == (Decision.CONFIRMED, [[11, 0]], 40)
    assert (swapped.tally.decision, len(swapped.readings)) == (Decision.REFUTED, 9)


def test_visits_to_one_comparison_lie_apart() -> None:
    """Two visits to one comparison are a quarter of a second apart; others fill the time, or nobody does."""
    clock = FakeClock()
    alone = series(clock, "alone", clock.path(2e-4), clock.path(1e-4))
    rounds(clock, alone)
    assert clock.slept and clock.at >= 39 * 0.25
    clock = FakeClock()
    many = [series(clock, str(n), clock.path(2e-4), clock.path(1e-4)) for n in range(8)]
    starts: dict[str, list[float]] = {}
    rounds(clock, *many, listen=lambda one: starts.setdefault(one.owner, []).append(clock.at))
    gaps = [b - a for times in starts.values() for a, b in itertools.pairwise(times)]
    assert min(gaps) >= 0.25
    assert sum(clock.slept) < 0.2 * clock.at


def test_the_order_of_visits_is_random_and_seeded() -> None:
    """The same seed gives the same order of visits, another seed another."""

    def order(seed: int) -> list[str]:
        clock, seen = FakeClock(), []
        some = [series(clock, str(n), clock.path(2e-4), clock.path(1e-4)) for n in range(6)]
        rounds(clock, *some, seed=seed, listen=lambda one: seen.append(one.owner))
        return seen

    assert order(1) == order(1) != order(2)


@pytest.mark.parametrize("start", [0.0, 1.0, 3.0])
def test_a_burst_on_one_side_does_not_flip_a_true_ratio(start: float) -> None:
    """Ten seconds in which the faster side takes twice as long do not refute a true 1.3 among nine others."""
    clock = FakeClock()
    burst = lambda at: 2.0 if start <= at < start + 10.0 else 1.0  # noqa: E731
    true = series(clock, "true", clock.path(1.3e-4), clock.path(1e-4, burst))
    others = [series(clock, str(n), clock.path(2e-4), clock.path(1e-4)) for n in range(40)]
    rounds(clock, true, *others)
    assert true.tally.decision is Decision.CONFIRMED


def test_a_lost_process_is_told_of_once() -> None:
    """A comparison whose process is lost is visited no more, and the others go on."""
    clock = FakeClock()
    good = series(clock, "good", clock.path(2e-4), clock.path(1e-4))
    bad = series(clock, "bad", clock.path(2e-4), clock.path(1e-4))

    def ask(_: list[int]) -> list[float]:
        raise Lost("gone")

    bad.ask = ask
    told: list[str] = []
    rounds(clock, good, bad, on_lost=lambda one, why: told.append(f"{one.owner}: {why}"))
    assert told == ["bad: gone"]
    assert (len(good.readings), len(bad.readings)) == (40, 0)
