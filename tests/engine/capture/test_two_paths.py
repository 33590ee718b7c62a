"""The bytes that a model lets each path move are counted in what ran, not written out."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest
import torch
from torch import Tensor

from claims.engine.capture.two_paths import interface_bytes
from claims.engine.excerpt import Artifact, ExcerptError, cpp_loops

FLAT = """
    for(int64_t x0=0; x0<32; x0+=8)
    {
        auto tmp0 = at::vec::Vectorized<float>::loadu(in_ptr0 + x0, 8);
        tmp0.store(out_ptr0 + x0);
    }
"""
NESTED = """
    for(int64_t x0=0; x0<4; x0+=1)
    {
        for(int64_t x1=0; x1<8; x1+=1)
        {
            out_ptr0[x1] = tmp0;
        }
    }
"""


def tail(y: Tensor) -> Tensor:
    return torch.relu(y + 1.0)


def generated(text: str) -> Any:
    """Return a compilation to one kernel with this text."""
    return SimpleNamespace(kernels=[SimpleNamespace(loops=cpp_loops(Artifact("the kernel", text, "cpp").all))])


def test_bytes_of_operators_and_of_loops() -> None:
    """Each of two operators takes and gives 128 bytes, and the loop loads and stores 128."""
    assert interface_bytes(tail, generated(FLAT), torch.ones(4, 8)) == (512, 256)


def test_nested_loops_are_refused() -> None:
    """A count of the outer loop alone would be wrong."""
    with pytest.raises(ExcerptError, match="a loop within a loop"):
        interface_bytes(tail, generated(NESTED), torch.ones(4, 8))
