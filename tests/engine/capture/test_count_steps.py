"""The steps of each call, with every step counted by a counter of its own; nothing is built."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
import torch
from torch import Tensor

from claims.engine.capture import recording
from claims.engine.capture.reuse import Steps, count_steps
from claims.engine.capture.series import Given


@pytest.fixture(autouse=True)
def _nothing_compiled(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    torch._dynamo.reset()
    monkeypatch.setattr(recording, "backend", lambda seen, options: recording.no_backend(seen))
    yield
    torch._dynamo.reset()


def doubled_where_named(x: Tensor, name: str) -> Tensor:
    return x * 2.0 if name else x


def counted(*calls: tuple[Any, ...]) -> list[tuple[int, int, int, int]]:
    found = count_steps(doubled_where_named, [Given("", call) for call in calls])
    return [(c.foretold, c.steps.refused, c.steps.traced, c.steps.compiled) for c in found]


def test_a_call_that_finds_its_entry_takes_no_step() -> None:
    """The first call is traced and compiled, and the same call again is neither."""
    x = torch.ones(4)
    assert counted((x, "a"), (x, "a")) == [(0, 0, 1, 1), (0, 0, 0, 0)]


def test_an_entry_refuses_before_another_one_serves() -> None:
    """The newest entry is asked first; its refusal is counted where the older one then serves."""
    x = torch.ones(4)
    assert counted((x, "a"), (x.double(), "a"), (x, "a"), (x, "a")) == [
        (0, 0, 1, 1),
        (1, 1, 1, 1),
        (1, 1, 0, 0),
        (0, 0, 0, 0),
    ]


def test_a_trace_without_an_operation_reaches_no_backend() -> None:
    """Where the frame does nothing to a tensor, Dynamo traces and has nothing to hand on."""
    assert counted((torch.ones(4), "")) == [(0, 0, 1, 0)]


def test_steps_are_added_and_subtracted_each_for_itself() -> None:
    """Sums and differences go step by step."""
    one, other = Steps(5, 4, 3, 2, 1, 0), Steps(1, 1, 1, 1, 1, 0)
    assert (one - other).counts == (4, 3, 2, 1, 0, 0)
    assert one - other + other == one
