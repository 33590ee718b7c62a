"""What crosses from one captured region to the next; a product alone needs no C++ compiler, so regions really run."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
import torch
from torch import Tensor

from claims.engine.capture.handover import watch_regions


def broken(x: Tensor) -> Tensor:
    y = x @ x
    torch._dynamo.graph_break()
    return y @ x


def whole(x: Tensor) -> Tensor:
    return x @ x @ x


@pytest.fixture(autouse=True)
def cache(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """An Inductor cache of the test's own, and nothing compiled before or left behind."""
    monkeypatch.setenv("TORCHINDUCTOR_CACHE_DIR", str(tmp_path_factory.mktemp("cache")))
    torch._dynamo.reset()
    yield
    torch._dynamo.reset()


def test_a_result_of_one_region_is_given_to_the_next() -> None:
    """Each region has the tensors that it took and gave, and the one that crosses is the same memory."""
    x = torch.ones(4, 4)
    first, second = watch_regions(broken, x)
    (crossing,) = second.takes_from(first)
    assert torch.equal(crossing, torch.full((4, 4), 4.0))
    assert {tensor.data_ptr() for tensor in first.inputs} == {x.data_ptr()}
    assert [tensor.shape for tensor in second.outputs] == [(4, 4)]
    assert first.takes_from(second) == ()


def test_a_function_without_a_break_has_one_region() -> None:
    """There is nothing to hand over."""
    (only,) = watch_regions(whole, torch.ones(4, 4))
    assert torch.equal(only.outputs[0], torch.full((4, 4), 16.0))
