"""Orderings in words: what is claimed, what was seen, how a look went. Findings, terminal and pages say the same."""

from __future__ import annotations

from ..measured import Look, Ordering, three
from .declared import Kind


def needs_calibration(ordering: Ordering) -> bool:
    """Return whether something is claimed of it, so that a margin must have been calibrated."""
    return ordering.kind != Kind.SHOWN.value


def claimed(ordering: Ordering) -> str:
    """Return what the ordering claims, with the margin that counts."""
    kind, margin = Kind(ordering.kind), ordering.margin
    one, other, *more = ordering.sides
    if kind is Kind.EQUAL:
        return f"{one} and {other} take the same time within ±{margin * 100:g} %"
    if kind is Kind.COST:
        return f"{one} takes more than {margin:g} times {more[0]} beyond {other}"
    if kind is Kind.GAIN:
        return f"{one} over {other} is more than {margin:g} times {more[0]} over {more[1]}"
    if kind is Kind.AT_MOST:
        return f"{one} takes less than {margin:g} times as long as {other}"
    if kind is Kind.SHOWN:
        return f"nothing of {one} and {other}"
    return f"{one} takes more than {margin:g} times as long as {other}"


def seen(ordering: Ordering) -> str:
    """Return the ratio that was seen with its interval, and how many pairs of blocks it comes from."""
    if ordering.ratio is None:
        return "not timed"
    within = f" ({three(ordering.low)} to {three(ordering.high)})" if ordering.low is not None and ordering.high else ""
    return f"{three(ordering.ratio)}{within} in {ordering.pairs} pairs: {ordering.verdict}"


def look_counts(look: Look) -> str:
    """Return a look's decision with the wins and losses against each bound."""
    counts = ", ".join(f"{wins} won {losses} lost" for wins, losses in look.counts)
    return f"{look.decision} with {counts}" if counts else look.decision
