"""The timing stage: all that claims declared, visited in turn on one core; a second and third look where needed."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from ..measured import Look, Ordering
from ..model import SWAPPED, Claim, Evidence, Run
from . import clock
from .declared import Declaration, Kind
from .judge import declaration_of, floor_of, judged, look_record
from .margins import Applied, Calibration, applied
from .rounds import GAP, LATER_GAP, SHOWN_PAIRS, Lost, Series, run_rounds
from .sequential import LOOKS, Decision
from .visitor import Visitor
from .words import SAME_RESULT

#: Seconds between the end of one look and the first visit of the next.
REST = 30.0
#: Half of the band in which one path must stay against itself.
SAME = 0.2
#: Stands among the claims for the A/A control.
SAME_PATH = Claim(
    id="control.same-path",
    statement="One path takes as long as itself.",
    script=Path(),
    place="claims/engine/capture/same_path.py",
    module="claims.engine.capture.same_path",
    digest="",
    source="",
    controls=(),
    run=Run(measures=True),
)


@dataclass
class Held:
    """A claim, or one of its controls, whose process has prepared its paths and waits for visits."""

    claim: Claim
    control: int | None
    visitor: Visitor
    kill: Callable[[], None]
    """Ends its process at once, where it hangs."""
    declared: list[Declaration]
    """What may be timed, in the order of the script."""
    lost: str = ""
    """Why its process can be visited no more; empty while it can."""

    @property
    def owner(self) -> str:
        return self.claim.id if self.control is None else f"{self.claim.id}, control {self.control + 1}"


#: Prepares (claim, control) in processes of their own for the look of that number; leaves out what failed.
Prepare = Callable[[list[tuple[Claim, int | None]], int], list[Held]]


@dataclass(frozen=True)
class Pace:
    """How far visits and looks lie apart."""

    gap: float = GAP
    later_gap: float = LATER_GAP
    rest: float = REST
    pairs: int = SHOWN_PAIRS
    swept: int = 12
    """Pairs of a comparison of which nothing is claimed: one of the many points of a sweep."""


@dataclass(frozen=True)
class Progress:
    """How far a look has come, for the display."""

    look: int
    made: int
    """Visits made in this look."""
    decided: int
    comparisons: int
    wanted: int
    """Visits that the look will make at least."""


@dataclass
class Timed:
    """What the stage found."""

    orderings: dict[str, dict[str, Ordering]]
    """By claim, then by the comparison's name."""
    controls: dict[tuple[str, int], Ordering]
    """By claim and number of the control: the comparison that the control names, after one look."""
    same: Ordering
    """The A/A control of the run."""
    lost: dict[tuple[str, int | None], str]
    """Claims and controls whose process was lost while it was visited, and why."""
    seconds: dict[str, float]


@dataclass
class _One:
    """A comparison of a claim over all its looks."""

    claim: Claim
    declaration: Declaration
    applied: Applied
    looks: list[Look] = field(default_factory=list)
    times: list[list[float]] = field(default_factory=list)

    @property
    def undecided(self) -> bool:
        return self.applied.asserts and all(look.decision != Decision.CONFIRMED.value for look in self.looks)

    def add(self, series: Series) -> None:
        record = look_record(series)
        decided = any(look.decision == Decision.CONFIRMED.value for look in self.looks)
        self.looks.append(record)
        if not decided:
            self.times = series.times


class Stage:
    """Times what the held processes declare."""

    def __init__(
        self,
        prepare: Prepare,
        calibrations: Mapping[str, Mapping[str, Calibration]],
        processor: str,
        seed: str,
        *,
        pace: Pace | None = None,
        listen: Callable[[Progress], None] = lambda _: None,
    ) -> None:
        """`calibrations` are the accepted ones, by claim and name; `seed` fixes the order of visits and blocks."""
        self._prepare, self._calibrations, self._processor = prepare, calibrations, processor
        self._coin, self._pace, self._listen = random.Random(seed), pace or Pace(), listen
        self._lost: dict[tuple[str, int | None], str] = {}

    def run(self, held: list[Held], settled: frozenset[str] = frozenset()) -> Timed:
        """Take the first look at all that is held, then the second and third at what was not confirmed.

        The claims in `settled` were timed before: of them only the controls are.
        """
        begin = clock.now()
        seconds: dict[str, float] = {}
        ordinary = [(h, d) for h, d in _ordinary(held) if h.claim.id not in settled]
        ones = {(h.claim.id, d.name): self._one(h, d) for h, d in ordinary}
        controls: dict[tuple[str, int], Series] = {}
        series = [self._series(h, d, ones[h.claim.id, d.name].applied) for h, d in ordinary]
        for h, number, declaration in _tested(held):
            one = ones.get((h.claim.id, declaration.name)) or self._one(h, declaration)
            swapped = h.control is None
            controls[h.claim.id, number] = self._series(h, declaration, one.applied, swapped=swapped, pairs=0)
        self._look(1, [*series, *controls.values()], held, self._pace.gap)
        self._add(ones, series)
        seconds["look 1"] = (clock.now() - begin) / 1e9
        for number in range(2, LOOKS + 1):
            waiting = {key: one for key, one in ones.items() if one.undecided and not self._is_lost(one)}
            if not waiting:
                break
            ended = clock.now()
            self._again(number, waiting)
            seconds[f"look {number}"] = (clock.now() - ended) / 1e9
        same = next(one for one in ones.values() if one.claim is SAME_PATH)
        floor = floor_of(same.looks)
        fit = any(look.decision == Decision.CONFIRMED.value for look in same.looks)
        orderings: dict[str, dict[str, Ordering]] = {}
        for (claim, name), one in ones.items():
            found = judged(one.declaration, one.applied, one.looks, one.times, floor=floor, fit=fit)
            orderings.setdefault(claim, {})[name] = found
        return Timed(
            orderings,
            {key: self._control_record(one) for key, one in controls.items()},
            orderings.pop(SAME_PATH.id)[same.declaration.name],
            self._lost,
            seconds,
        )

    def _again(self, number: int, waiting: Mapping[tuple[str, str], _One]) -> None:
        """Take another look at what waits, in fresh processes, after a rest."""
        ended = clock.now()
        claims = {one.claim.id: one.claim for one in waiting.values()}
        held = self._prepare([(claim, None) for claim in claims.values()], number)
        rest = self._pace.rest - (clock.now() - ended) / 1e9
        if rest > 0:
            clock.sleep(rest)
        series = [
            self._series(h, d, waiting[h.claim.id, d.name].applied, pairs=0)
            for h, d in _ordinary(held)
            if (h.claim.id, d.name) in waiting
        ]
        self._look(number, series, held, self._pace.later_gap)
        self._add(waiting, series)

    def _look(self, number: int, series: list[Series], held: list[Held], gap: float) -> None:
        by_owner = {h.owner: h for h in held}

        def lost(one: Series, why: Lost) -> None:
            holder = by_owner[one.owner]
            holder.lost = str(why)
            holder.kill()
            self._lost[holder.claim.id, holder.control] = str(why)
            for other in series:
                other.lost |= other.owner == one.owner

        def heard(_: Series) -> None:
            decided = sum(one.tally.decision is not Decision.OPEN for one in series)
            made = sum(len(one.readings) for one in series)
            wanted = sum(max(len(one.readings) + one.wants, one.pairs * one.wants) for one in series)
            self._listen(Progress(number, made, decided, len(series), wanted))

        try:
            run_rounds(series, self._coin, gap=gap, listen=heard, on_lost=lost, now=clock.now, sleep=clock.sleep)
        finally:
            for one in held:
                one.visitor.close()

    def _one(self, held: Held, declaration: Declaration) -> _One:
        if held.claim is SAME_PATH:
            return _One(held.claim, declaration, Applied(SAME, "fixed"))
        calibration = self._calibrations.get(held.claim.id, {}).get(declaration.name)
        return _One(held.claim, declaration, applied(declaration, calibration, self._processor))

    def _series(
        self, held: Held, declaration: Declaration, counts: Applied, *, swapped: bool = False, pairs: int | None = None
    ) -> Series:
        def ask(order: list[int]) -> list[float]:
            return held.visitor.visit(declaration.name, order)

        pairs = (self._pace.swept if declaration.kind is Kind.SHOWN else self._pace.pairs) if pairs is None else pairs
        return Series(held.owner, declaration, counts.bounds(declaration), ask, pairs, swapped)

    def _add(self, ones: Mapping[tuple[str, str], _One], series: list[Series]) -> None:
        for one in series:
            if not one.lost:
                ones[one.owner, one.declaration.name].add(one)

    def _is_lost(self, one: _One) -> bool:
        return (one.claim.id, None) in self._lost

    def _control_record(self, series: Series) -> Ordering:
        counts = Applied(0.0, "the claim's own")
        return judged(series.declaration, counts, [look_record(series)], series.times, floor=None, fit=True)


def _ordinary(held: list[Held]) -> list[tuple[Held, Declaration]]:
    return [(h, d) for h in held if h.control is None for d in h.declared]


def _tested(held: list[Held]) -> list[tuple[Held, int, Declaration]]:
    """Return the controls that a look must refute: swaps, on the claim's own paths, and collections of their own."""
    found = []
    for h in held:
        for declaration in h.declared:
            for number, (condition, fails) in enumerate(zip(h.claim.controls, h.claim.control_fails, strict=True)):
                own = h.control == number if condition != SWAPPED else h.control is None
                if own and fails == declaration.name and (condition != SWAPPED or declaration.kind.can_swap):
                    found.append((h, number, declaration))
    return found


def timed_in(evidence: Evidence) -> list[Declaration]:
    """Return what a claim declared and may be timed: a comparison whose sides differ in result is not."""
    refused = {check.name.removesuffix(SAME_RESULT) for check in evidence.failed if check.name.endswith(SAME_RESULT)}
    return [declaration_of(ordering) for name, ordering in evidence.orderings.items() if name not in refused]
