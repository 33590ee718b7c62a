"""Plots are made of figures that claims have timed, found by their names."""

from __future__ import annotations

from dataclasses import replace

import pytest
from evidence_world import EVIDENCE
from ordering_world import ordering

from claims.engine.model import Evidence, Measurement
from claims.engine.plots import (
    PLOTS,
    Lines,
    Parts,
    Plot,
    Point,
    Series,
    as_csv,
    break_cost_by_size,
    break_even_by_size,
    cold_call,
    rates_by_size,
    ratios_by_size,
)


def held(claim: str, *names: str, caches: dict[str, int] | None = None, **fields: object) -> dict[str, Evidence]:
    """Return evidence of one claim with an ordering for each name, by claim."""
    orderings = {name: ordering(name=name, **fields) for name in names}
    measured = {name: Measurement(name, kib, kib, kib, 1, "KiB") for name, kib in (caches or {}).items()}
    return {claim: replace(EVIDENCE, claim=claim, orderings=orderings, measurements=measured)}


def test_a_series_is_put_together_by_name_and_size() -> None:
    """Comparisons of the sweeps and orderings that are claims of their own become one series, by size."""
    timed = held("bytes.sweep", "tail at 1536", "tail at 32", "something else")
    timed |= held("timing.tail-512", "eager over compiled") | held("timing.crossover", "whole line at 64", ratio=0.25)
    tail, whole = ratios_by_size(timed).series
    assert [point.x for point in tail.points] == [32, 512, 1536]
    assert tail.points[0] == Point(32, 1.995, 1.9, 2.1)
    assert [(point.x, point.y) for point in whole.points] == [(64, 0.25)]


def test_rates_come_with_the_caches() -> None:
    """A rate is the model's bytes over a side's time; a cache is full where input and result fill it."""
    timed = held("bytes.sweep", "tail at 512", caches={"L2": 512, "L1": 32}, moves=(16 * 2**18, 8 * 2**18))
    plot = rates_by_size(timed)
    eager, compiled = plot.series
    assert eager.points[0].y == pytest.approx(16 * 2**18 / 2**30 / 10e-6, rel=1e-4)
    assert compiled.points[0].low < compiled.points[0].y < compiled.points[0].high
    assert plot.marks == (("L1", 64.0), ("L2", 256.0))


def measured(claim: str, unit: str, **figures: float) -> dict[str, Evidence]:
    """Return evidence of one claim with a measurement for each figure, by claim."""
    named = {name.replace("_", " "): p50 for name, p50 in figures.items()}
    found = {name: Measurement(name, p50 / 2, p50, p50 * 2, 3, unit) for name, p50 in named.items()}
    return {claim: replace(EVIDENCE, claim=claim, measurements=found)}


def test_the_parts_of_a_whole() -> None:
    """What a measurement calls a part is one, the longest first; the whole is none of its own parts."""
    plot = cold_call(measured("startup.breakdown", "s", part_probes=2.0, part_compiler=5.0, whole=7.0))
    assert [(part.name, part.p50) for part in plot.parts] == [("compiler", 5.0), ("probes", 2.0)]
    assert plot.x == "seconds"


def test_calls_by_size() -> None:
    """Calls become a series for each subject and process, with the fewest and the most as ends where there are such."""
    names = {"tail 512, cold calls": 900.0, "tail 2048, cold calls": 40.0, "tail 2048, cold fewest": 30.0}
    names |= {"tail 2048, cold most": 70.0, "line 1024, warm calls": 2000.0, "tail 512, saved": 3.0}
    found = {name: Measurement(name, p50, p50, p50, 1, "calls") for name, p50 in names.items()}
    plot = break_even_by_size({"selection.break-even-table": replace(EVIDENCE, measurements=found)})
    drawn = {s.name: [(p.x, p.y, p.low, p.high) for p in s.points] for s in plot.series if s.points}
    assert drawn == {
        "tail, new process": [(512, 900, 900, 900), (2048, 40, 30, 70)],
        "whole line, warm process": [(1024, 2000, 2000, 2000)],
    }
    assert plot.logarithmic


def test_the_cost_of_a_break_by_size() -> None:
    """What was measured and the line through it are series of their own; what came out below zero is no point."""
    names = {"cost at 64": 12.0, "cost at 32": -1.0, "line at 64": 11.0, "fixed": 10.0}
    found = {name: Measurement(name, -1.0, p50, 15.0, 16, "µs") for name, p50 in names.items()}
    plot = break_cost_by_size({"breaks.cost-by-size": replace(EVIDENCE, measurements=found)})
    drawn = {s.name: [(p.x, p.y, p.low, p.high) for p in s.points] for s in plot.series}
    assert drawn == {"measured": [(64, 12.0, 12.0, 15.0)], "straight line": [(64, 11.0, 11.0, 15.0)]}


@pytest.mark.parametrize("name", PLOTS)
def test_without_evidence_a_plot_is_empty(name: str) -> None:
    """A plot of claims that never ran is empty and raises nothing."""
    assert PLOTS[name]({}).empty


def test_what_was_not_timed_is_no_point() -> None:
    """A comparison that was declared and not timed leaves its size out, and a plot of none is empty."""
    assert ratios_by_size(held("bytes.sweep", "tail at 32", ratio=None, low=None, high=None, times=())).empty
    assert rates_by_size(held("bytes.sweep", "tail at 32", times=(), moves=(1, 1))).empty


@pytest.mark.parametrize(
    ("plot", "words", "table"),
    [
        (
            Lines(
                "Ratios", "rows", "×", "95 %", (Series("tail", (Point(1024, 1.5, 1.4, 1.6),)),), marks=(("L2", 256.0),)
            ),
            "Ratios. × by rows. tail: 1.50 at 1,024. L2 is full at 256.",
            "series,rows,×,low,high\ntail,1024,1.5,1.4,1.6\nL2,256,,,\n",
        ),
        (
            Parts("The cold call", "seconds", (Measurement("probes", 9.0, 10.0, 11.0, 3, "s"),)),
            "The cold call. seconds: probes 10.0.",
            "part,seconds,p10,p90\nprobes,10,9,11\n",
        ),
    ],
    ids=["lines", "parts"],
)
def test_every_figure_is_there_without_the_drawing(plot: Plot, words: str, table: str) -> None:
    """The text alternative and the table hold every figure of the plot."""
    assert plot.words == words
    assert as_csv(plot) == table
