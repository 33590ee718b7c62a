"""Timing on the spot, for claims about timing itself, which say ``RUN = Run(alone=True)`` and judge alone."""

from __future__ import annotations

import random

from . import clock
from .declared import Path
from .visit import Arms, block, settle, warm_up


def time_pairs(one: Path, other: Path, pairs: int = 40, seed: int = 0) -> list[tuple[float, float]]:
    """Return the seconds per call of both paths in each pair of visits, one right after another, on one core."""
    settle()
    arms, coin = Arms([one.call, other.call]), random.Random(seed)
    found = []
    for _ in range(pairs):
        first, second = arms.visit(coin.choice(([0, 1], [1, 0])), clock.now)
        found.append((first, second))
    return found


def time_batch(path: Path, calls: int) -> float:
    """Return the seconds per call of one uninterrupted batch, warmed up before, on one core."""
    settle()
    warm_up([path.call], clock.now)
    return block(path.call, calls, clock.now) / calls / 1e9
