"""A straight line through costs at several sizes."""

from __future__ import annotations

import random

import pytest

from claims.engine.timing.straight_line import line_through

SIZES = (0.0, 0.25, 0.5, 1.0, 2.0, 4.0)


def rounds(fixed: float, each: float, noise: float, *, of: int = 16) -> list[list[float]]:
    """Return rounds of costs on a line, with noise that is wider for larger sizes."""
    coin = random.Random(1)
    return [[fixed + each * x + coin.gauss(0.0, noise * (1 + x)) for x in SIZES] for _ in range(of)]


def test_both_parts_of_a_line_are_found() -> None:
    """Both are told from zero where they are large beside the noise, and lie within their intervals."""
    line = line_through(SIZES, rounds(10.0, 5.0, 0.1))
    for part, true in ((line.fixed, 10.0), (line.each, 5.0)):
        assert part.told_from_zero and part.low < true < part.high and part.high - part.low < 0.5
    assert line.at(2.0) == pytest.approx(20.0, abs=0.5)
    assert line.bent < 0.02


def test_a_part_that_noise_hides_cannot_be_told_from_zero() -> None:
    """Its interval holds zero, and the other part is found all the same."""
    line = line_through(SIZES, rounds(10.0, 0.0, 1.0))
    assert not line.each.told_from_zero and line.each.low < 0 < line.each.high
    assert line.fixed.told_from_zero


def test_a_part_below_zero_is_told_from_zero() -> None:
    """What gets cheaper with the size has a part below zero."""
    assert line_through(SIZES, rounds(10.0, -2.0, 0.1)).each.told_from_zero


def test_a_burst_of_noise_does_not_move_the_line() -> None:
    """Medians and quartiles are taken at each size, so that a few wild readings of one size count for little."""
    disturbed = rounds(10.0, 5.0, 0.1)
    for each in disturbed[:4]:
        each[3] += 1000.0
    line = line_through(SIZES, disturbed)
    assert line.fixed.middle == pytest.approx(10.0, abs=0.3) and line.each.middle == pytest.approx(5.0, abs=0.3)


def test_exact_readings_give_an_exact_line() -> None:
    """Without noise every weight is the same and the intervals have no width."""
    line = line_through(SIZES, [[1.0 + 2.0 * x for x in SIZES]] * 3)
    assert (line.fixed.low, line.fixed.high) == pytest.approx((1.0, 1.0))
    assert (line.each.middle, line.bent) == pytest.approx((2.0, 0.0))


def test_a_curve_is_no_line() -> None:
    """How far the medians bend away is told as a share of the largest."""
    assert line_through(SIZES, [[x * x for x in SIZES]] * 3).bent > 0.1


@pytest.mark.parametrize(
    ("sizes", "read"), [((1.0, 2.0), [[1.0, 2.0]] * 3), (SIZES, [[1.0] * 6] * 2), (SIZES, [[1.0]] * 3)]
)
def test_too_little_for_a_line_is_refused(sizes: tuple[float, ...], read: list[list[float]]) -> None:
    """Two sizes, two rounds, and a round without all sizes make no line."""
    with pytest.raises(ValueError, match="three sizes and rounds of all sizes"):
        line_through(sizes, read)
