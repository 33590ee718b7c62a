"""How often an ordering is wrong: simulated runs over a stated noise model, and over recorded A/A traces.

The noise model, in logarithms of a ratio: a normal error of 3 %; one visit in ten disturbed further, by a Laplace
error of 30 %; and bursts that slow one side by half, ten seconds long, on either side alike, in the mean one in ten
minutes of timing. A trace is what one path against itself gave on a real machine, visit after visit; a simulated
look reads it from a random place on, at the spacing of its visits, and one look in two reads it with the sides
exchanged.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from .sequential import CONFIRM, LOOKS, MOST_VISITS, REFUTE, e_value

Floats = NDArray[np.float64]
Codes = NDArray[np.int8]
Noise = Callable[[np.random.Generator, int, float], Floats]
"""Gives the noise of so many looks, a row each, whose visits lie so many seconds apart."""

OPEN, CONFIRMED, REFUTED = 0, 1, 2
ERROR, DISTURBED, DISTURBANCE = 0.03, 0.1, 0.3
BURST, BURST_SECONDS, BURSTS_EVERY = float(np.log(1.5)), 10.0, 600.0
#: Runs that are simulated in one piece, which bounds the memory taken.
PIECE = 10_000


@dataclass(frozen=True)
class Row:
    """One line of the table: so many simulated runs of one ordering, and how they ended."""

    noise: str
    spacing: float
    """Seconds between two visits in the first look."""
    ratio: float
    """The true ratio of the two sides."""
    margin: float
    runs: int
    confirmed: int
    refuted: int

    @property
    def unresolved(self) -> int:
        return self.runs - self.confirmed - self.refuted


def capital_table(visits: int = MOST_VISITS) -> Floats:
    """Return E(w, l) for every w and l up to `visits`."""
    return np.array([[e_value(w, loss) for loss in range(visits + 1)] for w in range(visits + 1)])


def decide_looks(readings: Floats, threshold: float, table: Floats) -> Codes:
    """Return how each row, a look's readings, is decided against a bound from below."""
    wins = np.cumsum(readings > threshold, axis=1)
    losses = np.cumsum(readings < threshold, axis=1)
    confirms, refutes = table[wins, losses] >= CONFIRM, table[losses, wins] >= REFUTE
    # The first to happen decides; a look in which neither does stays open.
    last = readings.shape[1]
    first = [np.where(hits.any(axis=1), hits.argmax(axis=1), last) for hits in (confirms, refutes)]
    return np.where(
        first[0] < first[1], CONFIRMED, np.where(first[1] < first[0], REFUTED, OPEN)
    ).astype(np.int8)  # fmt: skip


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
            readings = np.log(ratio) + noise(generator, len(waiting), between)
            looks[waiting, number] = decide_looks(readings, threshold, table)
            waiting = waiting[looks[waiting, number] != CONFIRMED]
            if not len(waiting):
                break
        confirmed += int((looks == CONFIRMED).any(axis=1).sum())
        refuted += int((looks == REFUTED).all(axis=1).sum())
    return Row(name, spacing, ratio, margin, runs, confirmed, refuted)


def even_noise(generator: np.random.Generator, looks: int, between: float) -> Floats:
    """Return errors and disturbances that reach both sides alike; the spacing makes no difference to them."""
    shape = (looks, MOST_VISITS)
    disturbed = generator.random(shape) < DISTURBED
    error = generator.normal(0.0, ERROR, shape)
    return error + np.where(disturbed, generator.laplace(0.0, DISTURBANCE, shape), 0.0)


def bursty_noise(generator: np.random.Generator, looks: int, between: float) -> Floats:
    """Return `even_noise` with bursts that slow one side for ten seconds."""
    noise = even_noise(generator, looks, between)
    span = BURST_SECONDS + MOST_VISITS * between
    at = np.arange(MOST_VISITS) * between
    counts = generator.poisson(span / BURSTS_EVERY, looks)
    for number in range(int(counts.max(initial=0))):
        has = counts > number
        start = generator.uniform(-BURST_SECONDS, span - BURST_SECONDS, looks)[:, None]
        sign = np.where(generator.random(looks) < 0.5, -BURST, BURST)[:, None]
        within = (at >= start) & (at < start + BURST_SECONDS) & has[:, None]
        noise += np.where(within, sign, 0.0)
    return noise


def trace_noise(seconds: Floats, readings: Floats) -> Noise:
    """Return the noise of a recorded trace; where a look reads past its end, it goes on at its start."""

    def noise(generator: np.random.Generator, looks: int, between: float) -> Floats:
        length = seconds[-1] + (seconds[-1] - seconds[0]) / max(len(seconds) - 1, 1)
        start = generator.uniform(0.0, length, looks)[:, None]
        at = (start + np.arange(MOST_VISITS) * between) % length
        places = np.searchsorted(seconds, at) % len(readings)
        sign = np.where(generator.random(looks) < 0.5, -1.0, 1.0)[:, None]
        return np.asarray(sign * readings[places], dtype=np.float64)

    return noise
