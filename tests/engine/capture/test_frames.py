"""Frames and guards: who evaluates Python's, and what a cache entry says against a call."""

from __future__ import annotations

from collections.abc import Callable

import pytest
import torch
from torch import Tensor

from claims.engine.capture.frames import frame_evaluator
from claims.engine.capture.guards import refusal
from claims.engine.excerpt import ExcerptError
from claims.engine.interpreter import run_python

pytestmark = pytest.mark.usefixtures("nothing_compiled")


def double(x: Tensor) -> Tensor:
    return x + x


def test_a_plain_interpreter_evaluates_its_own_frames() -> None:
    """Without torch.compile at work nothing is hooked in."""
    # Asked in another interpreter: in this one an earlier compilation that failed leaves Dynamo hooked in.
    code = "from claims.engine.capture.frames import frame_evaluator; print(frame_evaluator())"
    assert run_python(code) == "CPython\n"


def test_dynamo_hooks_in_while_it_captures() -> None:
    """While a backend is handed what was captured, frames go to PyTorch's library."""
    asked: list[str] = []

    def asks(graph: torch.fx.GraphModule, inputs: list[Tensor]) -> Callable[..., object]:
        asked.append(frame_evaluator())
        return graph.forward

    torch.compile(double, backend=asks)(torch.ones(1))
    assert asked == ["libtorch_python"]


def test_a_call_that_fits_is_not_refused() -> None:
    """The guards of the only entry hold for the input that it was made for."""
    torch.compile(double, backend="eager", dynamic=False)(torch.ones(4))
    assert refusal(double, x=torch.zeros(4)) == ""


def test_a_refusal_says_what_does_not_fit() -> None:
    """Expected and actual size are named, and no source line."""
    torch.compile(double, backend="eager", dynamic=False)(torch.ones(4))
    said = refusal(double, x=torch.ones(5))
    assert "expected 4, actual 5" in said
    assert "#" not in said


@pytest.mark.parametrize("sizes", [(), (4, 5)])
def test_not_exactly_one_entry_is_refused(sizes: tuple[int, ...]) -> None:
    """None and two are counted in the error."""
    compiled = torch.compile(double, backend="eager", dynamic=False)
    for size in sizes:
        compiled(torch.ones(size))
    with pytest.raises(ExcerptError, match=f"double has {len(sizes)} cache entries, not one"):
        refusal(double, x=torch.ones(4))
