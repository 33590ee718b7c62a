"""Puts what the timing stage found where the runner keeps it: into the attempts of claims and of their controls."""

from __future__ import annotations

from dataclasses import replace

from ..measured import Ordering
from ..model import Attempt, Outcome
from .stage import Timed
from .visitor import ENDED, HUNG


def with_timings(attempt: Attempt, timed: Timed) -> Attempt:
    """Return the attempt with its orderings as they were timed, or with the end of a process that was lost."""
    if attempt.plant:
        return attempt  # nothing is timed under a plant
    key = (attempt.claim, attempt.control)
    if key in timed.lost:
        return _lost(attempt, timed.lost[key])
    if attempt.evidence is None:
        return attempt
    if attempt.control is not None:
        record = timed.controls.get((attempt.claim, attempt.control))
        found = {record.name: record} if record else {}
    else:
        found = timed.orderings.get(attempt.claim, {})
    return replace(attempt, evidence=replace(attempt.evidence, orderings={**attempt.evidence.orderings, **found}))


def swaps(done: list[Attempt], timed: Timed) -> list[Attempt]:
    """Return an attempt for each swap that was timed: it ran on its claim's own paths."""
    ran = {(attempt.claim, attempt.control) for attempt in done}
    claims = {attempt.claim: attempt for attempt in done if attempt.control is None and not attempt.plant}
    found = []
    for (claim, control), record in timed.controls.items():
        evidence = claims[claim].evidence if claim in claims else None
        if (claim, control) not in ran and evidence is not None:
            swapped = replace(evidence, checks={}, values={}, excerpts={}, orderings={record.name: record})
            found.append(replace(claims[claim], control=control, evidence=swapped, seconds=0.0, phases={}))
    return found


def look_in_words(ordering: Ordering) -> str:
    """Return how a single look went: its decision, its counts, the ratio seen."""
    look = ordering.looks[0]
    counts = " and ".join(f"{wins} won and {losses} lost" for wins, losses in look.counts)
    seen = f"{ordering.ratio:.2f}" if ordering.ratio is not None else "nothing"
    return f"{look.decision} after {len(look.readings)} visits, {counts}; {seen} seen"


def _lost(attempt: Attempt, why: str) -> Attempt:
    if why == HUNG:
        outcome, detail = Outcome.TIMED_OUT, "gave no answer while it was timed"
    elif why.startswith(ENDED):
        outcome, detail = Outcome.CRASHED, f"while it was timed: {why.removeprefix(ENDED).lstrip(': ')}"
    else:
        outcome, detail = Outcome.RAISED, f"while it was timed: {why}"
    return replace(attempt, outcome=outcome, detail=detail)
