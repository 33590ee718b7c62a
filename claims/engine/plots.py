"""The plots that prose may ask for, as figures out of evidence: what is drawn of them is the site's affair.

A plot has no data of its own. What was timed lies in the measurements.json of the claims, and a name says what it is
of: the comparison ``tail at 512`` is the point at 512 of the series ``tail``, the measurement ``part probes`` the part
``probes`` of a whole. Prose asks for a plot with a paragraph that is one link,
``[Ratios by size](generated:ratios-by-size)``. To add one, add a function to `PLOTS`.
"""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from types import MappingProxyType

from .model import Evidence, Measurement, three

#: Evidence by claim: this run's where it timed anything, else what was accepted.
Held = Mapping[str, Evidence]
#: Claims of one size whose ordering, ``eager over compiled``, belongs to a series of a sweep.
_SINGLE = {
    "tail": {size: f"timing.tail-{size}" for size in (512, 1024, 2048, 4096)},
    "whole line": {512: "timing.full-512", 1024: "timing.full-1024"},
}
_AT = re.compile(r"(?P<series>.+) at (?P<size>\d+)$")


@dataclass(frozen=True)
class Point:
    """One figure with the ends of its interval or of its middle four fifths."""

    x: float
    y: float
    low: float
    high: float


@dataclass(frozen=True)
class Series:
    """Points under one name, in the order of their x."""

    name: str
    points: tuple[Point, ...]


@dataclass(frozen=True)
class Lines:
    """Series over a logarithmic axis, such as the size of a matrix."""

    title: str
    x: str
    y: str
    """What the axes show, with the unit."""
    spread: str
    """What the ends of each point are."""
    series: tuple[Series, ...]
    level: float | None = None
    """Where a line is drawn across: the ratio of equals."""
    marks: tuple[tuple[str, float], ...] = ()
    """Places on the x axis with a name, such as the size at which a cache is full."""
    logarithmic: bool = False
    """Whether the y axis is logarithmic as well."""

    @property
    def empty(self) -> bool:
        return not any(series.points for series in self.series)

    @property
    def words(self) -> str:
        """The plot for those who do not see it: every figure."""
        told = [
            f"{s.name}: " + ", ".join(f"{three(p.y)} at {p.x:,.0f}" for p in s.points) for s in self.series if s.points
        ]
        marked = [f"{name} is full at {x:,.0f}" for name, x in self.marks]
        return ". ".join([f"{self.title}. {self.y} by {self.x}", *told, *([", ".join(marked)] if marked else [])]) + "."

    def rows(self) -> list[list[str]]:
        """Return the figures as a table with a head."""
        points = [(s.name, p.x, p.y, p.low, p.high) for s in self.series for p in s.points]
        return [
            ["series", self.x, self.y, "low", "high"],
            *([name, *(f"{figure:g}" for figure in figures)] for name, *figures in points),
            *([name, f"{x:g}", "", "", ""] for name, x in self.marks),
        ]


@dataclass(frozen=True)
class Parts:
    """What a whole is made of: one bar for each part, the longest first."""

    title: str
    x: str
    """What the axis shows, with the unit."""
    parts: tuple[Measurement, ...]

    @property
    def empty(self) -> bool:
        return not self.parts

    @property
    def words(self) -> str:
        """The plot for those who do not see it: every figure."""
        return f"{self.title}. {self.x}: " + ", ".join(f"{p.name} {three(p.p50)}" for p in self.parts) + "."

    def rows(self) -> list[list[str]]:
        """Return the figures as a table with a head."""
        figures = ([p.name, *(f"{figure:g}" for figure in (p.p50, p.p10, p.p90))] for p in self.parts)
        return [["part", self.x, "p10", "p90"], *figures]


Plot = Lines | Parts


def as_csv(plot: Plot) -> str:
    """Return the figures of a plot as comma-separated values."""
    text = io.StringIO()
    csv.writer(text, lineterminator="\n").writerows(plot.rows())
    return text.getvalue()


def ratios_by_size(held: Held) -> Lines:
    """Eager over compiled, for the tail and for the whole line."""
    found = {name: _ratios(held, name) for name in _SINGLE}
    series = tuple(Series(name, points) for name, points in found.items())
    title = "How many times as long the eager path takes"
    return Lines(title, "rows and columns", "eager over compiled", "interval of 95 %", series, level=1.0)


def rates_by_size(held: Held) -> Lines:
    """The rate that the byte model implies for both paths of the tail, with the places where caches are full."""
    series = tuple(Series(path, _rates(held, "tail", path)) for path in ("eager", "compiled"))
    caches = held["bytes.sweep"].measurements if "bytes.sweep" in held else {}
    # The input and the result of the tail, four bytes an element, fill so many bytes.
    marks = [(m.name, (m.p50 * 1024 / 8) ** 0.5) for m in caches.values() if m.unit == "KiB"]
    return Lines(
        "The rate that the byte model implies",
        "rows and columns",
        "GiB/s",
        "from p10 to p90",
        series,
        marks=tuple(sorted(marks, key=lambda mark: mark[1])),
    )


def cold_call(held: Held) -> Parts:
    """What the first call in a cold process is made of: the measurements ``part …`` of the breakdown."""
    measured = held["startup.breakdown"].measurements.values() if "startup.breakdown" in held else ()
    parts = [replace(m, name=m.name.removeprefix("part ")) for m in measured if m.name.startswith("part ")]
    longest = sorted(parts, key=lambda part: -part.p50)
    unit = {"s": "seconds"}.get(longest[0].unit, longest[0].unit) if longest else ""
    return Parts("Where the first call of a cold process goes", unit, tuple(longest))


def break_even_by_size(held: Held) -> Lines:
    """How many calls repay a compilation: the measurements ``tail 512, cold calls`` and the like of the table."""
    measured = held["selection.break-even-table"].measurements if "selection.break-even-table" in held else {}
    series = []
    for subject, words in (("line", "whole line"), ("tail", "tail")):
        for process, where in (("warm", "warm process"), ("cold", "new process")):
            points = []
            for m in measured.values():
                if match := re.fullmatch(rf"{subject} (?P<size>\d+), {process} calls", m.name):
                    fewest, most = (_middle(measured, m.name.replace("calls", word)) for word in ("fewest", "most"))
                    points.append(Point(int(match["size"]), m.p50, fewest or m.p50, most or m.p50))
            series.append(Series(f"{words}, {where}", tuple(sorted(points, key=lambda p: p.x))))
    title = "How many calls repay a compilation"
    spread = "interval of 95 %, above zero"
    return Lines(title, "rows and columns", "calls", spread, tuple(series), logarithmic=True)


def break_cost_by_size(held: Held) -> Lines:
    """What a graph break costs, size by size, and the straight line through it: ``cost at 512``, ``line at 512``."""
    measured = held["breaks.cost-by-size"].measurements if "breaks.cost-by-size" in held else {}
    series = []
    for word, name in (("cost", "measured"), ("line", "straight line")):
        found = {}
        for m in measured.values():
            match = _AT.match(m.name)
            # A difference of two times can come out below zero, and has no place on a logarithmic axis then.
            if match and match["series"] == word and m.p50 > 0:
                found[int(match["size"])] = Point(int(match["size"]), m.p50, m.p10 if m.p10 > 0 else m.p50, m.p90)
        series.append(Series(name, tuple(found[size] for size in sorted(found))))
    title = "What a graph break adds to a call of the tail"
    return Lines(title, "rows and columns", "µs", "from p10 to p90", tuple(series), logarithmic=True)


def _middle(measured: Mapping[str, Measurement], name: str) -> float | None:
    return next((m.p50 for m in measured.values() if m.name == name), None)


def _ratios(held: Held, series: str) -> tuple[Point, ...]:
    found = {}
    for size, (evidence, name) in _places(held, series).items():
        o = evidence.orderings[name]
        if o.ratio is not None:
            found[size] = Point(size, o.ratio, o.low or o.ratio, o.high or o.ratio)
    return tuple(found[size] for size in sorted(found))


def _rates(held: Held, series: str, path: str) -> tuple[Point, ...]:
    found = {}
    for size, (evidence, name) in _places(held, series).items():
        for rate in evidence.orderings[name].rates:
            if rate.name == path:
                found[size] = Point(size, rate.p50, rate.p10, rate.p90)
    return tuple(found[size] for size in sorted(found))


def _places(held: Held, series: str) -> dict[int, tuple[Evidence, str]]:
    """Return the comparisons of a series by size, those of the sweeps and those that are claims of their own."""
    found = {}
    for sweep in ("timing.crossover", "bytes.sweep"):
        for name in held[sweep].orderings if sweep in held else ():
            match = _AT.match(name)
            if match and match["series"] == series:
                found[int(match["size"])] = held[sweep], name
    for size, claim in _SINGLE[series].items():
        if claim in held and "eager over compiled" in held[claim].orderings:
            found[size] = held[claim], "eager over compiled"
    return found


#: By the name that prose asks for.
PLOTS: Mapping[str, Callable[[Held], Plot]] = MappingProxyType(
    {
        "break-cost-by-size": break_cost_by_size,
        "break-even-by-size": break_even_by_size,
        "cold-call": cold_call,
        "rates-by-size": rates_by_size,
        "ratios-by-size": ratios_by_size,
    }
)
