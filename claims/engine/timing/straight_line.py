"""A straight line through costs at several sizes: a fixed part, a part that grows, and what noise allows of both.

Each size is read in several rounds. The line goes through the medians, each weighted by the inverse of its squared
standard error (A. C. Aitken, On least squares and linear combination of observations, 1935), which is taken from the
middle half of the readings, so that a burst of noise does not count. The intervals are percentiles of lines through
rounds drawn again with replacement (B. Efron and R. Tibshirani, An Introduction to the Bootstrap, 1993, chapter 13). A
round is drawn as a whole, since what disturbs the machine disturbs neighbouring readings alike. They say what the noise
of this run allows, and not whether a straight line is the right shape; `bent` does.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

#: Lines through rounds drawn again, and the seed of the draw.
DRAWS, SEED = 2000, 0
#: Quartiles of a normal distribution are this many standard deviations apart, and the standard error of a median is
#: so many times that of a mean.
QUARTILES, MEDIAN = 1.349, 1.2533


@dataclass(frozen=True)
class Part:
    """A part of a cost with the interval that noise allows."""

    middle: float
    low: float
    high: float

    @property
    def told_from_zero(self) -> bool:
        """Whether zero lies outside of the interval."""
        return self.low > 0 or self.high < 0


@dataclass(frozen=True)
class StraightLine:
    """The cost at size x is ``fixed + each * x``."""

    fixed: Part
    each: Part
    bent: float
    """The largest distance of a median from the line, as a share of the largest median."""

    def at(self, size: float) -> float:
        """Return the line's cost at a size."""
        return self.fixed.middle + self.each.middle * size


def line_through(sizes: Sequence[float], rounds: Sequence[Sequence[float]], level: float = 0.95) -> StraightLine:
    """Return the line through the costs in `rounds`, each of which has one reading for every size.

    Raises ValueError for fewer than three sizes or rounds, and for a round that is not complete.
    """
    if len(sizes) < 3 or len(rounds) < 3 or any(len(each) != len(sizes) for each in rounds):
        raise ValueError(f"a line needs three sizes and rounds of all sizes, not {len(sizes)} and {len(rounds)}")
    x, read = np.asarray(sizes, float), np.asarray(rounds, float)
    errors = _standard_errors(read)
    middles = np.median(read, axis=0)
    fixed, each = _through(x, middles[None], errors)
    drawn = np.random.default_rng(SEED).integers(len(read), size=(DRAWS, len(read)))
    some_fixed, some_each = _through(x, np.median(read[drawn], axis=1), errors)
    off = np.abs(middles - fixed[0] - each[0] * x).max()
    return StraightLine(
        _part(fixed[0], some_fixed, level), _part(each[0], some_each, level), float(off / np.abs(middles).max())
    )


def _standard_errors(read: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return the standard error of each size's median; none is taken for smaller than a tenth of the usual one."""
    upper, lower = np.percentile(read, (75, 25), axis=0)
    errors = np.asarray(MEDIAN * (upper - lower) / QUARTILES / np.sqrt(len(read)))
    least = 0.1 * float(np.median(errors)) or 1.0
    return np.asarray(np.maximum(errors, least))


def _through(
    x: NDArray[np.float64], y: NDArray[np.float64], errors: NDArray[np.float64]
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Return intercept and slope of the weighted line through each row of `y`."""
    weights = errors**-2 / (errors**-2).sum()
    middle_x, middle_y = weights @ x, y @ weights
    slope = ((y - middle_y[:, None]) * (x - middle_x)) @ weights / (weights @ (x - middle_x) ** 2)
    return middle_y - slope * middle_x, slope


def _part(middle: float, some: NDArray[np.float64], level: float) -> Part:
    low, high = np.percentile(some, (50 - 50 * level, 50 + 50 * level))
    return Part(float(middle), float(low), float(high))
