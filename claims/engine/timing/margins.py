"""Margins and how they come about: three calibrations in separate processes propose one, ``accept`` records it."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from .declared import Declaration, Kind
from .sequential import Bounds, Decision, look, median

#: Separate processes that must all confirm what is proposed.
CALIBRATIONS = 3
#: Ratios below this are too near to 1 for a margin of their own.
SMALL = 1.32
#: Widths tried for an about-equal claim, and for the ordering that should be worded as one.
DELTAS = (0.03, 0.05, 0.075, 0.1, 0.15, 0.2, 0.25, 0.3, 0.4, 0.5)


@dataclass(frozen=True)
class Calibration:
    """What was calibrated for one comparison; calibration.json holds one by name."""

    kind: str
    margin: float
    """m of an ordering, δ of an about-equal claim, k of a fixed cost, the bound of an at-most claim."""
    ratios: Mapping[str, tuple[float, ...]] = field(default_factory=dict)
    """By processor, the median ratio that each of the three calibrations saw."""


@dataclass(frozen=True)
class Proposal:
    """What three calibrations say of one comparison; accepted only where all of them confirmed it."""

    name: str
    kind: str
    margin: float
    ratios: tuple[float, ...]
    decisions: tuple[str, ...]
    """What each calibration decides at the proposed margin."""
    note: str = ""
    """What to do where nothing can be proposed."""

    @property
    def confirmed(self) -> bool:
        return not self.note and len(self.ratios) == CALIBRATIONS


@dataclass(frozen=True)
class Applied:
    """The margin that counts for a comparison on this machine."""

    margin: float
    origin: str
    """Where it comes from, in words."""
    asserts: bool = True
    """Whether the comparison can fail the build here; otherwise it is only reported."""

    def bounds(self, declaration: Declaration) -> Bounds:
        return declaration.kind.bounds(self.margin)


def applied(declaration: Declaration, calibration: Calibration | None, processor: str) -> Applied:
    """Return the margin that counts on this processor.

    On a processor other than those it was calibrated on a margin counts as 1, and equalities are only reported.
    """
    kind = declaration.kind
    known = calibration is not None and calibration.kind == kind.value
    if kind is Kind.SHOWN:
        return Applied(1.0, "nothing is claimed", asserts=False)
    if calibration is not None and known and processor in calibration.ratios:
        return Applied(declaration.bound or calibration.margin, "calibrated on this processor")
    origin = "calibrated on another processor" if known else "not calibrated yet"
    if kind is Kind.AT_MOST:
        return Applied(declaration.bound, origin, asserts=False)
    if kind is Kind.EQUAL:
        return Applied(calibration.margin if calibration and known else kind.neutral, origin, asserts=False)
    return Applied(kind.neutral, origin, asserts=True)


def propose(declaration: Declaration, runs: Sequence[Sequence[float]]) -> Proposal:
    """Return the margin that these calibrations' readings support.

    With R the ratio seen, m = √R, so that a drift to equality fails too. Below 1.32 it is 1, if all three confirm
    that; otherwise the note says at which δ the claim could be worded as about equal. A fixed cost R gets R / 2.
    """
    kind = declaration.kind
    ratios = tuple(round(kind.shown(median(readings)), 4) for readings in runs if readings)
    seen = median(ratios) if ratios else math.nan

    def result(margin: float, note: str = "") -> Proposal:
        decisions = tuple(look(readings, kind.bounds(margin)).decision for readings in runs)
        if not note and (len(runs) < CALIBRATIONS or any(d is not Decision.CONFIRMED for d in decisions)):
            note = _note(kind, runs, seen)
        return Proposal(declaration.name, kind.value, margin, ratios, tuple(d.value for d in decisions), note)

    if kind is Kind.SHOWN or not ratios:
        return Proposal(declaration.name, kind.value, 1.0, ratios, (), "nothing is claimed, nothing to calibrate")
    if kind is Kind.AT_MOST:
        return result(declaration.bound)
    if kind is Kind.EQUAL:
        delta = smallest_delta(runs)
        return result(delta) if delta else result(DELTAS[-1], _note(kind, runs, seen))
    if kind is Kind.COST:
        half = result(round(seen / 2, 3)) if seen > 0 else None
        return half if half is not None and half.confirmed else result(0.0)
    return result(round(math.sqrt(seen), 3) if seen >= SMALL else 1.0)


def smallest_delta(runs: Sequence[Sequence[float]]) -> float:
    """Return a δ at which every run confirms equality: the step above the smallest that they do; 0 for none."""
    for n, delta in enumerate(DELTAS):
        if all(look(readings, Kind.EQUAL.bounds(delta)).decision is Decision.CONFIRMED for readings in runs):
            return DELTAS[min(n + 1, len(DELTAS) - 1)]
    return 0.0


def merged(old: Calibration | None, proposal: Proposal, processor: str) -> Calibration:
    """Return the record with this processor's calibration in it.

    Where other processors were calibrated before, the margin becomes the weaker of both, so that it holds on all.
    """
    others = {k: v for k, v in old.ratios.items() if k != processor} if old and old.kind == proposal.kind else {}
    margin = proposal.margin
    if old and others:
        weaker = max if proposal.kind == Kind.EQUAL.value else min
        margin = weaker(old.margin, proposal.margin)
    return Calibration(proposal.kind, margin, {**others, processor: proposal.ratios})


def _note(kind: Kind, runs: Sequence[Sequence[float]], seen: float) -> str:
    if len(runs) < CALIBRATIONS:
        return "not every calibration could time it"
    if kind is Kind.EQUAL:
        return f"the sides are {seen:.2f}× apart: word it as an ordering"
    if kind is Kind.AT_MOST:
        return f"{seen:.2f}× was seen: not confirmed below the bound in each of the three"
    if kind is Kind.COST:
        return f"{seen:.2f} was seen: not confirmed above nothing in each of the three"
    if seen < 1 / SMALL:
        return f"{seen:.2f}× was seen: the sides are the wrong way round"
    delta = smallest_delta(runs) if kind is Kind.FASTER else 0.0
    if delta:
        return f"{seen:.2f}× was seen: too near to 1; word it as about equal (±{delta * 100:g} % holds)"
    return f"{seen:.2f}× was seen: not confirmed above the margin in each of the three"
