"""The orderings of a claim's page: what is claimed, what was seen, each side's times, and the verdict pair by pair."""

from __future__ import annotations

import math
from typing import Any

from claims.engine.model import Evidence, Look, Ordering, three

from .links import value_anchor
from .site import Dossier

#: A pair of blocks by what it said, as one letter that a screen reader reads too.
WON, LOST, LEVEL = "+", "−", "·"


def orderings(evidence: Evidence | None) -> list[dict[str, Any]]:
    """Return what the page says of each ordering, by name."""
    return [_ordering(o) for _, o in sorted(evidence.orderings.items())] if evidence else []


def timed(dossier: Dossier) -> Evidence | None:
    """Return the evidence whose orderings are shown: this run's where it timed any, else the accepted."""
    fresh = dossier.fresh
    return fresh if fresh and any(o.looks for o in fresh.orderings.values()) else dossier.accepted or fresh


def unconfirmed(evidence: Evidence | None) -> list[str]:
    """Return the orderings that were timed and neither confirmed nor refuted, by name, with their verdict."""
    found = evidence.orderings if evidence else {}
    settled = ("confirmed", "refuted")
    return sorted(
        f"{name}: {o.verdict}" for name, o in found.items() if o.looks and o.asserts and o.verdict not in settled
    )


def _ordering(o: Ordering) -> dict[str, Any]:
    return {
        "name": o.name,
        "anchor": value_anchor(o.name),
        "kind": o.kind,
        "claimed": _claimed(o),
        "verdict": o.verdict,
        "different": o.different,
        "rows": [
            ("ratio" if o.kind != "fixed cost" else "cost", _ratio(o)),
            ("pairs of blocks", f"{o.pairs:,}" if o.looks else "none"),
            ("margin", f"{_margin(o)}, {o.origin}" if o.origin else _margin(o)),
            *([("implied by a model", _rates(o))] if o.rates else []),
            (
                "noise floor",
                f"±{_percent(o.floor)} (one path against itself, nine of ten pairs)" if o.floor else "unknown",
            ),
        ],
        "times": [
            {"side": t.name, "p10": f"{t.p10:.4g}", "p50": f"{t.p50:.4g}", "p90": f"{t.p90:.4g}", "unit": t.unit}
            for t in o.times
        ],
        "looks": [_look(o, number, look) for number, look in enumerate(o.looks, 1)],
    }


def _claimed(o: Ordering) -> str:
    one, other, *more = o.sides
    if o.kind == "about equal":
        return f"{one} and {other} take the same time within {_margin(o)}"
    if o.kind == "fixed cost":
        return f"{one} takes more than {_margin(o)} times {more[0]} beyond {other}"
    if o.kind == "gains more":
        return f"{one} over {other} is more than {_margin(o)} times {more[0]} over {more[1]}"
    if o.kind == "at most":
        return f"{one} takes less than {_margin(o)} times as long as {other}"
    if o.kind == "comparison":
        return f"nothing; {one} and {other} are shown"
    return f"{one} takes more than {_margin(o)} times as long as {other}"


def _margin(o: Ordering) -> str:
    return f"±{o.margin * 100:g} %" if o.kind == "about equal" else f"{o.margin:.3g}"


def _ratio(o: Ordering) -> str:
    if o.ratio is None:
        return "not timed"
    ends = f", between {three(o.low)} and {three(o.high)} with 95 %" if o.low is not None and o.high is not None else ""
    return (
        f"{three(o.ratio)}{ends}, whenever one had stopped"
        if ends
        else f"{three(o.ratio)}, too few pairs for an interval"
    )


def _rates(o: Ordering) -> str:
    """Return the rate of each side with the bytes that it is implied by."""
    return ", ".join(f"{r.name}: {r.p50:.4g} {r.unit} for {b:,} bytes" for r, b in zip(o.rates, o.moves, strict=True))


def _percent(floor: float) -> str:
    return f"{100 * math.expm1(floor):.1f} %"


def _look(o: Ordering, number: int, look: Look) -> dict[str, Any]:
    """Return how one look came about: a sign a pair, and the reading of each as what readers know, a ratio."""
    shown = [reading if o.kind == "fixed cost" else math.exp(reading) for reading in look.readings]
    counts = ", ".join(f"{wins} to {losses}" for wins, losses in look.counts)
    return {
        "number": number,
        "decision": look.decision,
        "counts": counts or "nothing to decide",
        "decided": max((wins + losses for wins, losses in look.counts), default=0),
        "signs": "".join(_sign(o, ratio) for ratio in shown),
        "ratios": " ".join(f"{ratio:.2f}" for ratio in shown),
    }


def _sign(o: Ordering, ratio: float) -> str:
    if o.kind == "comparison" or ratio == o.margin:
        return LEVEL
    if o.kind == "about equal":
        return WON if 1 / (1 + o.margin) < ratio < 1 + o.margin else LOST
    beyond = ratio < o.margin if o.kind == "at most" else ratio > o.margin
    return WON if beyond else LOST
