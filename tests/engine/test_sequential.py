"""The statistics of orderings: thresholds, looks, verdicts, intervals, and how often they are wrong."""

from __future__ import annotations

import math
import random

import pytest

from claims.engine.timing.sequential import (
    Bounds,
    Decision,
    Standing,
    Tally,
    decide,
    e_value,
    interval,
    look,
    median,
    standing,
)

C, R, O = Decision.CONFIRMED, Decision.REFUTED, Decision.OPEN  # noqa: E741
ABOVE_ONE = Bounds(above=0.0)


def test_the_capital_is_a_mean_of_three_gamblers() -> None:
    """E(w, l) is 1 at the start, and the mean of the three products after."""
    assert e_value(0, 0) == 1.0
    assert e_value(3, 1) == pytest.approx((1.2**3 * 0.8 + 1.6**3 * 0.4 + 1.94**3 * 0.06) / 3)


@pytest.mark.parametrize(("wins", "losses"), [(0, 0), (5, 3), (30, 40), (200, 0)])
def test_a_fair_coin_makes_the_gamblers_nothing(wins: int, losses: int) -> None:
    """Over a fair coin the capital's mean after the next visit is what it is now."""
    after = (e_value(wins + 1, losses) + e_value(wins, losses + 1)) / 2
    assert after == pytest.approx(e_value(wins, losses))


def test_eleven_wins_confirm_and_nine_losses_refute() -> None:
    """Without a loss eleven wins confirm, and without a win nine losses refute."""
    assert [decide(10, 0), decide(11, 0), decide(0, 8), decide(0, 9)] == [O, C, O, R]


def test_a_look_ends_where_it_is_decided() -> None:
    """Counting stops at the decision, and what comes later does not undo it."""
    tally = look([1.0] * 11 + [-1.0] * 100, ABOVE_ONE)
    assert (tally.decision, tally.counts) == (C, [[11, 0]])


def test_a_look_ends_after_two_hundred_visits() -> None:
    """Without a decision a look takes 200 visits, and a reading on the bound counts for neither side."""
    tally = look([1.0, -1.0] * 500, ABOVE_ONE)
    assert (tally.decision, tally.counts) == (O, [[100, 100]])
    assert look([0.0] * 500, ABOVE_ONE).counts == [[0, 0]]


def test_an_equality_is_two_orderings() -> None:
    """Both bounds must confirm; one that is refuted refutes; each is counted until it is decided."""
    within = Bounds(-math.log(1.1), math.log(1.1))
    assert look([0.01] * 11, within).decision is C
    assert look([0.01] * 10, within).decision is O
    beyond = look([0.2] * 200, within)
    assert (beyond.decision, beyond.counts) == (R, [[9, 0], [0, 9]])
    one_sided = Tally(within)
    for reading in [0.01] * 5 + [0.2] * 5 + [0.01] * 30:
        one_sided.add(reading)
    assert one_sided.decision is C and one_sided.counts[0] == [11, 0] and one_sided.counts[1][1] == 5


def test_nothing_is_claimed_of_a_comparison() -> None:
    """Without a bound a look is never decided."""
    assert look([1.0] * 200, Bounds()).decision is O


@pytest.mark.parametrize(
    ("decisions", "fit", "expected"),
    [
        ([C], True, Standing.CONFIRMED),
        ([R, C], True, Standing.CONFIRMED),
        ([O, R, C], True, Standing.CONFIRMED),
        ([R, R, R], True, Standing.REFUTED),
        ([R, R], True, Standing.UNRESOLVED),
        ([R, O, R], True, Standing.UNRESOLVED),
        ([O, O, O], True, Standing.UNRESOLVED),
        ([R, R, R], False, Standing.UNFIT),
        ([C], False, Standing.UNFIT),
        ([], True, Standing.NOT_TIMED),
    ],
)
def test_what_looks_amount_to(decisions: list[Decision], fit: bool, expected: Standing) -> None:
    """Any look confirms, only three refute, and on an unfit machine nothing counts."""
    assert standing(decisions, fit=fit) is expected


def test_the_interval_needs_enough_readings() -> None:
    """With few readings the interval is infinite; with forty it is two of the readings."""
    assert interval([0.1] * 10) == (-math.inf, math.inf)
    assert interval([]) == (-math.inf, math.inf)
    low, high = interval([n / 40 for n in range(40)])
    assert (low, high) == (9 / 40, 30 / 40)
    assert low < median([n / 40 for n in range(40)]) < high


def test_the_interval_holds_the_median_whenever_one_stops() -> None:
    """Of 300 runs that stop as soon as the interval leaves the median out, at most one in twenty ever stops."""
    coin, stopped = random.Random(1), 0
    for _ in range(300):
        readings: list[float] = []
        for _ in range(120):
            readings.append(coin.gauss(0.0, 1.0))
            low, high = interval(readings)
            if not low <= 0.0 <= high:
                stopped += 1
                break
    assert stopped <= 15


def three_looks(reading: random.Random, ratio: float, margin: float = 1.0) -> Standing:
    """Return what up to three looks say of a true ratio under errors of ten percent."""
    decisions: list[Decision] = []
    while len(decisions) < 3 and C not in decisions:
        readings = (math.log(ratio) + reading.gauss(0.0, 0.1) for _ in range(200))
        decisions.append(look(list(readings), Bounds(above=math.log(margin))).decision)
    return standing(decisions, fit=True)


def test_swapped_sides_are_refuted() -> None:
    """A claim whose sides are the wrong way round is refuted, every time of a hundred."""
    coin = random.Random(2)
    assert {three_looks(coin, 1 / 1.3) for _ in range(100)} == {Standing.REFUTED}


def test_equal_sides_are_almost_never_confirmed() -> None:
    """Of a thousand runs of equal sides at most ten are confirmed, and none is refuted more often than that."""
    coin = random.Random(3)
    ended = [three_looks(coin, 1.0) for _ in range(1000)]
    assert ended.count(Standing.CONFIRMED) <= 10
    assert ended.count(Standing.REFUTED) <= 1


def test_a_true_ratio_is_confirmed() -> None:
    """A true ratio of 1.3 is confirmed in every one of two hundred runs, without a margin and with its root."""
    coin = random.Random(4)
    assert {three_looks(coin, 1.3, margin) for margin in (1.0, math.sqrt(1.3)) for _ in range(100)} == {
        Standing.CONFIRMED
    }
