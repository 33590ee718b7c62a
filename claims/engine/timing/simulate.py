"""How often an ordering is wrong: simulated runs over a stated noise model, and over recorded A/A traces.

The noise model, in logarithms of a ratio: a normal error of 3 %; one visit in ten disturbed further, by a Laplace
error of 30 %; and bursts that slow one side by half, ten seconds long, on either side alike, in the mean one in ten
minutes of timing. A trace is what one path against itself gave on a real machine, visit after visit; a simulated
look reads it from a random place on, at the spacing of its visits, and one look in two reads it with the sides
exchanged. A trace's own median is taken off: one path against itself has a true ratio of 1, and what a finite trace
shows instead is chance.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from .sequential import CONFIRM, LOOKS, MOST_VISITS, REFUTE, e_value
from .simulated import Row

Floats = NDArray[np.float64]
Codes = NDArray[np.int8]
Rows = NDArray[np.intp]
Columns = Callable[[Rows, int, int], Floats]
"""Gives the noise of some looks, a row each, from one visit up to another."""
Noise = Callable[[np.random.Generator, int, float], Columns]
"""Draws the noise of so many looks whose visits lie so many seconds apart."""

OPEN, CONFIRMED, REFUTED = 0, 1, 2
ERROR, DISTURBED, DISTURBANCE = 0.03, 0.1, 0.3
BURST, BURST_SECONDS, BURSTS_EVERY = float(np.log(1.5)), 10.0, 600.0
#: Most looks are decided within so many visits; the rest of the others is drawn after.
FIRST = 32
#: Runs that are simulated in one piece, which bounds the memory taken.
PIECE = 10_000


def capital_table(visits: int = MOST_VISITS) -> Floats:
    """Return E(w, l) for every w and l up to `visits`."""
    return np.array([[e_value(w, loss) for loss in range(visits + 1)] for w in range(visits + 1)])


def decide_looks(readings: Columns, looks: int, threshold: float, table: Floats) -> Codes:
    """Return how each of so many looks is decided against a bound from below; the first to happen decides."""
    found = np.zeros(looks, dtype=np.int8)
    rows = np.arange(looks)
    wins = losses = np.zeros((looks, 1), dtype=np.int64)
    for first, last in ((0, FIRST), (FIRST, MOST_VISITS)):
        seen = readings(rows, first, last)
        wins = wins[:, -1:] + np.cumsum(seen > threshold, axis=1)
        losses = losses[:, -1:] + np.cumsum(seen < threshold, axis=1)
        hits = (table[wins, losses] >= CONFIRM, table[losses, wins] >= REFUTE)
        when = [np.where(hit.any(axis=1), hit.argmax(axis=1), MOST_VISITS) for hit in hits]
        found[rows] = np.where(when[0] < when[1], CONFIRMED, np.where(when[1] < when[0], REFUTED, OPEN))
        still = found[rows] == OPEN
        rows, wins, losses = rows[still], wins[still], losses[still]
    return found


def simulate(
    name: str,
    noise: Noise,
    *,
    ratio: float,
    margin: float,
    runs: int,
    seed: int,
    spacing: float,
    later_spacing: float = 1.0,
) -> Row:
    """Return how `runs` orderings of that true ratio end at that margin, three looks each where they are needed."""
    generator, table, threshold = np.random.default_rng(seed), capital_table(), np.log(margin)
    confirmed = refuted = 0
    for start in range(0, runs, PIECE):
        looks = np.zeros((min(PIECE, runs - start), LOOKS), dtype=np.int8)
        waiting = np.arange(len(looks))
        for number in range(LOOKS):
            between = spacing if number == 0 else max(spacing, later_spacing)
            drawn = noise(generator, len(waiting), between)
            looks[waiting, number] = decide_looks(drawn, len(waiting), threshold - np.log(ratio), table)
            waiting = waiting[looks[waiting, number] != CONFIRMED]
            if not len(waiting):
                break
        confirmed += int((looks == CONFIRMED).any(axis=1).sum())
        refuted += int((looks == REFUTED).all(axis=1).sum())
    return Row(name, spacing, ratio, margin, runs, confirmed, refuted)


def even_noise(generator: np.random.Generator, looks: int, between: float) -> Columns:
    """Return errors and disturbances that reach both sides alike; the spacing makes no difference to them."""

    def columns(rows: Rows, first: int, last: int) -> Floats:
        shape = (len(rows), last - first)
        disturbed = generator.random(shape) < DISTURBED
        error = generator.normal(0.0, ERROR, shape)
        error[disturbed] += generator.laplace(0.0, DISTURBANCE, int(disturbed.sum()))
        return error

    return columns


def bursty_noise(generator: np.random.Generator, looks: int, between: float) -> Columns:
    """Return `even_noise` with bursts that slow one side for ten seconds."""
    even = even_noise(generator, looks, between)
    span = BURST_SECONDS + MOST_VISITS * between
    counts = generator.poisson(span / BURSTS_EVERY, looks)
    most = int(counts.max(initial=0))
    start = generator.uniform(-BURST_SECONDS, span - BURST_SECONDS, (looks, most))
    start[np.arange(most) >= counts[:, None]] = np.inf
    size = np.where(generator.random((looks, most)) < 0.5, -BURST, BURST)

    def columns(rows: Rows, first: int, last: int) -> Floats:
        noise = even(rows, first, last)
        at = np.arange(first, last) * between
        for number in range(most):
            begun = start[rows, number, None]
            noise += np.where((at >= begun) & (at < begun + BURST_SECONDS), size[rows, number, None], 0.0)
        return noise

    return columns


def trace_noise(seconds: Floats, readings: Floats) -> Noise:
    """Return the noise of a recorded trace; where a look reads past its end, it goes on at its start."""
    centred = readings - np.median(readings)
    length = seconds[-1] + (seconds[-1] - seconds[0]) / max(len(seconds) - 1, 1)

    def noise(generator: np.random.Generator, looks: int, between: float) -> Columns:
        start = generator.uniform(0.0, length, looks)
        sign = np.where(generator.random(looks) < 0.5, -1.0, 1.0)

        def columns(rows: Rows, first: int, last: int) -> Floats:
            at = (start[rows, None] + np.arange(first, last) * between) % length
            places = np.searchsorted(seconds, at) % len(readings)
            return np.asarray(sign[rows, None] * centred[places], dtype=np.float64)

        return columns

    return noise
