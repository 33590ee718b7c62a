"""How three calibrations become a margin, and which margin counts where."""

from __future__ import annotations

import math
import random

import pytest

from claims.engine.timing.declared import Declaration, Kind
from claims.engine.timing.margins import Calibration, applied, merged, propose


def declaration(kind: Kind = Kind.FASTER, bound: float = 0.0) -> Declaration:
    return Declaration("a over b", kind, ("a", "b", "c", "d")[: kind.arms], bound=bound)


def runs(ratio: float, count: int = 3, error: float = 0.02, pairs: int = 200) -> list[list[float]]:
    """Return readings of that many calibrations, as logarithms."""
    coin = random.Random(5)
    return [[math.log(ratio) + coin.gauss(0.0, error) for _ in range(pairs)] for _ in range(count)]


def test_a_clear_ratio_gets_its_root() -> None:
    """The margin of a ratio R of 1.32 or more is the root of R."""
    proposal = propose(declaration(), runs(2.0))
    assert proposal.confirmed and proposal.margin == pytest.approx(math.sqrt(2.0), abs=0.01)
    assert len(proposal.ratios) == 3


def test_a_small_ratio_gets_none() -> None:
    """Below 1.32 the margin is 1, where all three confirm that."""
    proposal = propose(declaration(), runs(1.1))
    assert proposal.confirmed and proposal.margin == 1.0


def test_a_ratio_too_near_to_one() -> None:
    """What not all three confirm is not proposed; the note says at which δ it could be worded as about equal."""
    proposal = propose(declaration(), runs(1.0))
    assert not proposal.confirmed
    assert proposal.note == "1.00× was seen: too near to 1; word it as about equal (±5 % holds)"


def test_sides_the_wrong_way_round() -> None:
    """A ratio clearly below 1 says that the sides are exchanged."""
    assert "wrong way round" in propose(declaration(), runs(0.5)).note


def test_an_equality_gets_room() -> None:
    """δ is a step above the smallest at which all three confirm."""
    proposal = propose(declaration(Kind.EQUAL), runs(1.04))
    assert proposal.confirmed and proposal.margin == 0.075
    assert "word it as an ordering" in propose(declaration(Kind.EQUAL), runs(2.0)).note


def test_a_fixed_cost_gets_half() -> None:
    """A fixed cost may shrink to half of what was seen."""
    costs = [[4.0 + 0.01 * n for n in range(60)]] * 3
    proposal = propose(declaration(Kind.COST), costs)
    assert proposal.confirmed and proposal.margin == pytest.approx(2.15, abs=0.01)


def test_a_bound_that_the_claim_names() -> None:
    """An at-most claim keeps its own bound, if all three confirm it."""
    assert propose(declaration(Kind.AT_MOST, 2.2), runs(2.0)).margin == 2.2
    assert not propose(declaration(Kind.AT_MOST, 1.9), runs(2.0)).confirmed


def test_two_calibrations_are_not_three() -> None:
    """A proposal needs three calibrations."""
    assert not propose(declaration(), runs(2.0, count=2)).confirmed


CALIBRATION = Calibration("ordering", 1.4, {"this": (2.0, 2.0, 2.0)})


def test_the_margin_counts_where_it_was_calibrated() -> None:
    """On the processor of a calibration its margin counts, elsewhere 1."""
    assert applied(declaration(), CALIBRATION, "this").margin == 1.4
    other = applied(declaration(), CALIBRATION, "other")
    assert (other.margin, other.origin, other.asserts) == (1.0, "calibrated on another processor", True)
    assert applied(declaration(), None, "this").origin == "not calibrated yet"


@pytest.mark.parametrize("kind", [Kind.EQUAL, Kind.AT_MOST])
def test_equalities_are_only_reported_elsewhere(kind: Kind) -> None:
    """An equality or an upper bound fails no build on a processor that it was not calibrated on."""
    calibration = Calibration(kind.value, 0.1, {"this": (1.0, 1.0, 1.0)})
    assert applied(declaration(kind, 2.2), calibration, "this").asserts
    assert not applied(declaration(kind, 2.2), calibration, "other").asserts


def test_a_second_processor_keeps_the_weaker_margin() -> None:
    """With two processors calibrated the margin is one that holds on both."""
    record = merged(CALIBRATION, propose(declaration(), runs(1.5)), "other")
    assert record.margin == pytest.approx(math.sqrt(1.5), abs=0.01)
    assert set(record.ratios) == {"this", "other"}
    again = merged(CALIBRATION, propose(declaration(), runs(3.0)), "this")
    assert again.margin == pytest.approx(math.sqrt(3.0), abs=0.01)
