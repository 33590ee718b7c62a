"""Timing on the spot, on a clock that the paths move themselves."""

from __future__ import annotations

import pytest

from claims.engine.timing import direct
from claims.engine.timing.declared import Path


class Clock:
    """Nanoseconds that calls move on."""

    def __init__(self) -> None:
        self.at = 0

    def now(self) -> int:
        return self.at

    def path(self, nanoseconds: int) -> Path:
        def call() -> None:
            self.at += nanoseconds

        return Path(f"{nanoseconds} ns", call)


@pytest.fixture(autouse=True)
def _any_core(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(direct, "settle", lambda: None)


def test_pairs_and_batches_take_seconds_per_call() -> None:
    """Both ways of timing give what the clock says of one call."""
    clock = Clock()
    one, other = clock.path(200_000), clock.path(100_000)
    assert direct.time_pairs(one, other, 3, now=clock.now) == [(200e-6, 100e-6)] * 3
    assert direct.time_batch(one, 10, clock.now) == pytest.approx(200e-6)


def test_a_sweep_is_visited_round_by_round() -> None:
    """Each round has the pair of every comparison, in the order that they were given in, whatever was visited first."""
    clock = Clock()
    sweep = [(clock.path(200_000 * n), clock.path(100_000 * n)) for n in (1, 2, 3)]
    for each in direct.time_sweep(sweep, 2, now=clock.now):
        assert [pair == pytest.approx((200e-6 * n, 100e-6 * n)) for n, pair in enumerate(each, 1)] == [True] * 3
