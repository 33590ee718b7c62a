"""The A/A control of every timing: one path against itself, which must come out as about equal."""

from __future__ import annotations

import torch

from ..collector import Collector
from .two_paths import eager

SIZE = 1024


def collect(evidence: Collector) -> None:
    """Declare the tail of the article's line, at a size that a cache holds, against itself."""
    y = torch.randn(SIZE, SIZE, generator=torch.Generator().manual_seed(SIZE))

    def tail(y: torch.Tensor) -> torch.Tensor:
        return torch.relu(y + 1.0)

    evidence.about_equal("one path against itself", eager(tail, y, name="A"), eager(tail, y, name="A again"))
