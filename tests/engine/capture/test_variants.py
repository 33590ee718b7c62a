"""Programs made over a series of inputs, counted without building any."""

from __future__ import annotations

import pytest
import torch
from torch import Tensor

from claims.engine.capture.variants import compile_variants


def doubled(x: Tensor) -> Tensor:
    return x * 2.0


@pytest.mark.parametrize(("dynamic", "graphs"), [(False, 3), (None, 2), (True, 1)])
def test_graphs_by_way_of_treating_shapes(dynamic: bool | None, graphs: int) -> None:
    """A graph per shape, one and another for any shape, or one for all."""
    seen = compile_variants(doubled, [torch.ones(n, n) for n in (2, 3, 4)], dynamic=dynamic, build=False)
    assert (seen.graphs, seen.kernels, seen.right, len(seen.seconds)) == (graphs, 0, True, 3)


def test_a_fork_that_fails_is_an_error() -> None:
    """What the function raises is in the message."""
    with pytest.raises(RuntimeError, match="not at my place"):
        compile_variants(_refuses, [torch.ones(2)], dynamic=False, build=False)


def _refuses(x: Tensor) -> Tensor:
    raise ValueError("not at my place")
