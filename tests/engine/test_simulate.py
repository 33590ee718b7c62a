"""The benchmark of error rates: it decides as the engine does, and its table says what must hold."""

from __future__ import annotations

import math
from pathlib import Path

import numpy as np
import pytest

from claims.engine.error_rates import Rate, markdown
from claims.engine.timing.sequential import Bounds, Decision, look
from claims.engine.timing.simulate import (
    CONFIRMED,
    OPEN,
    REFUTED,
    bursty_noise,
    capital_table,
    decide_looks,
    even_noise,
    simulate,
    trace_noise,
)
from claims.engine.timing.simulated import Row
from claims.engine.timing.traces import Trace, read_traces, record, write_trace

WORDS = {Decision.OPEN: OPEN, Decision.CONFIRMED: CONFIRMED, Decision.REFUTED: REFUTED}


def test_the_benchmark_decides_as_the_engine_does() -> None:
    """All at once or visit by visit, the same readings are decided the same."""
    noise = even_noise(np.random.default_rng(1), 60, 1.0)(np.arange(60), 0, 200)
    readings = np.linspace(-0.1, 0.2, 60)[:, None] + noise
    threshold = math.log(1.04)
    found = decide_looks(lambda rows, first, last: readings[rows, first:last], 60, threshold, capital_table())
    assert found.tolist() == [WORDS[look(row, Bounds(above=threshold)).decision] for row in readings.tolist()]
    assert set(found.tolist()) == {OPEN, CONFIRMED, REFUTED}


@pytest.mark.parametrize("noise", [even_noise, bursty_noise])
def test_what_must_hold_over_the_noise_model(noise: object) -> None:
    """In turn with others: equal sides are hardly ever confirmed, a true 1.3 never refuted, a flip caught."""

    def ended(ratio: float) -> tuple[int, int]:
        row = simulate("n", noise, ratio=ratio, margin=1.0, runs=1000, seed=7, spacing=2.0)  # type: ignore[arg-type]
        return row.confirmed, row.refuted

    assert ended(1.0)[0] <= 15
    assert ended(1.3) == (1000, 0)
    assert ended(0.8)[1] >= 990


def test_a_trace_is_read_at_the_spacing_of_visits(tmp_path: Path) -> None:
    """Noise from a trace is its readings, in their order, as far apart in time as the visits."""
    trace = Trace("idle", tuple(n / 10 for n in range(100)), tuple(n / 1000 for n in range(100)))
    write_trace(trace, tmp_path)
    (back,) = read_traces(tmp_path)
    assert back == trace
    noise = trace_noise(np.array(back.seconds), np.array(back.readings))
    rows = noise(np.random.default_rng(2), 50, 0.5)(np.arange(50), 0, 200)
    steps = np.abs(np.diff(rows, axis=1))
    assert rows.shape == (50, 200)
    assert np.isclose(np.median(steps), 0.005) and abs(np.median(rows)) < 0.01
    assert (rows < 0).any() and (rows > 0).any()


def test_a_recording_ends_in_time() -> None:
    """A trace is as long as it was asked to be."""
    at = [0]

    def reading() -> float:
        at[0] += 100_000_000
        return 0.5

    trace = record("idle", reading, 1.0, lambda: at[0])
    assert (trace.seconds[-1], len(trace.readings)) == (1.0, 10)


def test_the_table() -> None:
    """Each line says noise, spacing, truth and outcome, and whether what must hold does."""
    text = markdown(
        [
            Rate(Row("even", 0.25, 1.0, 1.0, 20_000, 112, 0), "at most 1 % confirmed", True),
            Rate(Row("bursts", 0.25, 0.8, 1.0, 20_000, 0, 20_000), "", True),
        ]
    )
    assert "| even | 0.25 | 1 | 1 | 20,000 | 0.56 % | none | at most 1 % confirmed: yes |" in text
    assert "| bursts | 0.25 | 0.8 | 1 | 20,000 | none | all | shown only |" in text
