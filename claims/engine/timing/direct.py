"""Timing on the spot, for claims about timing itself, which say ``RUN = Run(alone=True)`` and judge alone."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence

from . import clock
from .declared import Path
from .visit import Arms, block, settle, warm_up


def time_pairs(
    one: Path, other: Path, pairs: int = 40, seed: int = 0, now: Callable[[], int] = clock.now
) -> list[tuple[float, float]]:
    """Return the seconds per call of both paths in each pair of visits, one right after another, on one core.

    `now` is the clock in nanoseconds, for paths that move one of their own.
    """
    settle()
    arms, coin = Arms([one.call, other.call]), random.Random(seed)
    found = []
    for _ in range(pairs):
        first, second = arms.visit(coin.choice(([0, 1], [1, 0])), now)
        found.append((first, second))
    return found


def time_sweep(
    comparisons: Sequence[tuple[Path, Path]], rounds: int, seed: int = 0, now: Callable[[], int] = clock.now
) -> list[list[tuple[float, float]]]:
    """Return the seconds per call of both paths of each comparison, round by round, on one core.

    A round visits every comparison once, in an order of its own, so that what slows the machine for a while touches
    all of them alike.
    """
    settle()
    coin, arms = random.Random(seed), [Arms([one.call, other.call]) for one, other in comparisons]
    found = []
    for _ in range(rounds):
        taken: dict[int, tuple[float, float]] = {}
        for number in coin.sample(range(len(arms)), len(arms)):
            first, second = arms[number].visit(coin.choice(([0, 1], [1, 0])), now)
            taken[number] = first, second
        found.append([taken[number] for number in range(len(arms))])
    return found


def time_batch(path: Path, calls: int, now: Callable[[], int] = clock.now) -> float:
    """Return the seconds per call of one uninterrupted batch, warmed up before, on one core."""
    settle()
    warm_up([path.call], now)
    return block(path.call, calls, now) / calls / 1e9
