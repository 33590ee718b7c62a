"""Allocations are read from the allocator's own records."""

from __future__ import annotations

import torch
from torch import Tensor

from claims.engine.capture.memory import Allocations, allocations


def test_peak_and_rest_follow_from_the_order() -> None:
    """Released before the next allocation, memory counts once towards the peak."""
    one_by_one, together = Allocations((100, -100, 100)), Allocations((100, 100, -100))
    assert (one_by_one.made, one_by_one.peak, one_by_one.at_return) == (2, 100, 100)
    assert (together.made, together.peak, together.at_return) == (2, 200, 100)


def test_a_call_without_allocations() -> None:
    """Nothing allocated is a peak of nothing."""
    assert Allocations(()).peak == 0


def test_an_intermediate_is_released_before_the_return() -> None:
    """Two operators allocate twice and keep one result."""

    def subject(x: Tensor) -> Tensor:
        return torch.relu(torch.neg(x))

    x = torch.ones(64, 64)
    found = allocations(subject, x)
    assert (found.made, found.peak, found.at_return) == (2, 2 * x.nbytes, x.nbytes)
