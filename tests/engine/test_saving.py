"""What a call saves, and after how many calls a cost is repaid."""

from __future__ import annotations

import math

import pytest

from claims.engine.timing.saving import PAIRS, saving_of
from claims.engine.timing.sequential import Decision


def test_a_cost_over_a_saving() -> None:
    """A cost is repaid after cost over saving calls, within the ends of the saving's interval."""
    saving = saving_of([(3.0 + n / 100, 1.0) for n in range(PAIRS)])
    assert (saving.decision, saving.never) == (Decision.CONFIRMED, False)
    assert saving.middle == pytest.approx(2.075) and saving.low < saving.middle < saving.high
    assert saving.calls(8.3) == pytest.approx(4.0)
    fewest, most = saving.calls_between(8.3) or (0.0, None)
    assert most is not None and fewest < 4.0 < most
    assert saving.times == pytest.approx((3.075, 1.0))


def test_a_loss_repays_nothing() -> None:
    """Where every call costs more there is no number of calls."""
    saving = saving_of([(1.0, 2.0)] * PAIRS)
    assert saving.never and saving.middle == -1.0
    assert saving.calls(1.0) is None and saving.calls_between(1.0) is None


def test_an_open_saving_has_no_most() -> None:
    """Where the interval reaches zero the fewest calls are known and the most are not."""
    saving = saving_of([(1.0, 2.0), (2.0, 1.0)] * 4 + [(2.0, 1.0), (2.0, 1.0), (1.0, 2.0)] * 2)
    assert saving.decision is Decision.OPEN and not saving.never
    assert saving.calls(3.0) == 3.0 and saving.calls_between(3.0) == (3.0, None)


def test_few_pairs_have_no_interval() -> None:
    """A pair alone gives a saving without an interval."""
    saving = saving_of([(2.0, 1.0)])
    assert (saving.low, saving.high) == (-math.inf, math.inf) and saving.calls_between(1.0) is None
