"""From looks to a record: the verdict, the ratio with its interval, each side's distribution."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace

from ..measured import UNITS, Look, Measurement, Ordering
from .declared import Declaration, Kind
from .margins import Applied
from .rounds import Series
from .sequential import Decision, Standing, interval, median, standing


def declared_ordering(declaration: Declaration) -> Ordering:
    """Return the record of a comparison that was declared and not timed."""
    slower, faster, *others = declaration.sides
    return Ordering(
        declaration.name, slower, faster, declaration.kind.value, tuple(others), declaration.different,
        declaration.bound, declaration.unit, declaration.moves,
    )  # fmt: skip


def declaration_of(ordering: Ordering) -> Declaration:
    """Return what the script declared, from the record."""
    return Declaration(
        ordering.name, Kind(ordering.kind), ordering.sides, ordering.unit, ordering.different, ordering.bound,
        ordering.moves,
    )  # fmt: skip


def look_record(series: Series) -> Look:
    """Return one look as it is kept; six decimals of a reading are more than any clock gives."""
    tally = series.tally
    return Look(
        tally.decision.value,
        tuple((wins, losses) for wins, losses in tally.counts),
        tuple(round(reading, 6) for reading in series.readings),
    )


def judged(
    declaration: Declaration,
    applied: Applied,
    looks: Sequence[Look],
    times: Sequence[Sequence[float]],
    *,
    floor: float | None,
    fit: bool,
) -> Ordering:
    """Return the whole record; `times` are the seconds per call of each side, a visit a row, of the deciding look."""
    blank = declared_ordering(declaration)
    kind = declaration.kind
    deciding = next((look for look in looks if look.decision == Decision.CONFIRMED.value), looks[-1] if looks else None)
    readings = deciding.readings if deciding else ()
    low, high = interval(readings) if readings else (-math.inf, math.inf)
    return Ordering(
        blank.name, blank.slower, blank.faster, blank.kind, blank.others, blank.different, blank.bound, blank.unit,
        blank.moves,
        margin=applied.margin,
        origin=applied.origin,
        asserts=applied.asserts,
        verdict=_verdict(applied, kind, looks, fit=fit).value,
        ratio=_figure(kind.shown(median(readings))) if readings else None,
        low=_figure(kind.shown(low)) if math.isfinite(low) else None,
        high=_figure(kind.shown(high)) if math.isfinite(high) else None,
        floor=floor,
        looks=tuple(looks),
        times=tuple(
            _rounded(quantiles(side, [row[n] * UNITS[declaration.unit] for row in times], declaration.unit))
            for n, side in enumerate(blank.sides)
        )
        if times
        else (),
    )  # fmt: skip


def _verdict(applied: Applied, kind: Kind, looks: Sequence[Look], *, fit: bool) -> Standing:
    if not looks:
        return Standing.NOT_TIMED
    if kind is Kind.SHOWN and fit:
        return Standing.SHOWN
    found = standing([Decision(look.decision) for look in looks], fit=fit)
    return found if applied.asserts or found is Standing.UNFIT else Standing.REPORTED


def floor_of(looks: Sequence[Look]) -> float | None:
    """Return the 90th percentile of |d| over the readings of one path against itself; None for no reading."""
    sizes = sorted(abs(reading) for look in looks for reading in look.readings)
    return round(sizes[math.ceil(0.9 * len(sizes)) - 1], 6) if sizes else None


def quantiles(name: str, samples: Sequence[float], unit: str) -> Measurement:
    """Return p10, p50 and p90 of `samples`, each of them a sample or between two."""
    ordered = sorted(samples)

    def at(share: float) -> float:
        place = share * (len(ordered) - 1)
        below = math.floor(place)
        above = min(below + 1, len(ordered) - 1)
        return ordered[below] + (ordered[above] - ordered[below]) * (place - below)

    low, middle, high = (at(share) for share in (0.1, 0.5, 0.9))
    return Measurement(name, low, middle, high, len(ordered), unit)


def _rounded(found: Measurement) -> Measurement:
    return replace(found, p10=_figure(found.p10), p50=_figure(found.p50), p90=_figure(found.p90))


def _figure(number: float) -> float:
    """Return a measured figure with five significant digits: the rest is noise."""
    return float(f"{number:.5g}")
