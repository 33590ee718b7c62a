"""The functions under study. Each is compiled by the claims that name it; none is called from anywhere else."""

from __future__ import annotations

import torch
from torch import Tensor


def line(x: Tensor) -> Tensor:
    """The line that the article follows."""
    return torch.relu(x @ x.T + 1.0)


def square(n: int) -> Tensor:
    """Return a contiguous n×n float32 matrix of normal random numbers, the same for every run."""
    return torch.randn(n, n, generator=torch.Generator().manual_seed(n))
