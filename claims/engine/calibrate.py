"""Calibrates orderings: each is timed in three separate processes, and what all three bear out is proposed."""

from __future__ import annotations

import random
import time
from collections.abc import Callable
from dataclasses import dataclass

from .errors import EngineError
from .model import Claim, Outcome
from .project import Project
from .runner import Listener, Options, Runner, session
from .timing.declared import Declaration, Kind
from .timing.margins import CALIBRATIONS, DELTAS, Proposal, propose
from .timing.proposals import write_proposals
from .timing.rounds import Lost, Series, run_rounds
from .timing.sequential import Decision, look
from .timing.stage import SAME, SAME_PATH, Held

#: Pairs that each calibration visits at least.
PAIRS = 60


@dataclass
class _Readings:
    declaration: Declaration
    runs: list[list[float]]


def calibrate_claims(
    project: Project, claims: list[Claim], options: Options, listen: Listener, say: Callable[[str], None]
) -> dict[Claim, dict[str, Proposal]]:
    """Time what the claims declare in three separate processes and keep what they propose in build/.

    Raises EngineError where no claim declares anything or none can be run here, where a claim does not finish, and,
    with exit code 5, where one path against itself does not come out as about equal.
    """
    measuring = [claim for claim in claims if claim.run.measures]
    if not measuring:
        raise EngineError("none of these claims has RUN = Run(measures=True)", next="python -m claims list")
    found: dict[Claim, dict[str, _Readings]] = {claim: {} for claim in measuring}
    with session(project, options, listen) as runner:
        runner.probe()
        for claim in measuring:
            if lacks := claim.lacks(runner.devices):
                say(f"{claim.id}: not run: {lacks}")
                del found[claim]
        measuring = [*found]
        if not measuring:
            raise EngineError("none of these claims can be timed on this machine", next="python -m claims list")
        coin = random.Random(runner.nonce)
        for number in range(1, CALIBRATIONS + 1):
            start = time.perf_counter()
            series = _calibration(runner, measuring, number, coin)
            _require_fit(series)
            for claim in measuring:
                _note(found[claim], [one for one in series if one.owner == claim.id])
            taken = f"{len(series)} comparisons, {time.perf_counter() - start:.0f} s"
            say(f"calibration {number} of {CALIBRATIONS}: {taken}")
    proposals = {
        claim: {name: propose(readings.declaration, readings.runs) for name, readings in found[claim].items()}
        for claim in measuring
    }
    write_proposals(project, proposals)
    return proposals


def _calibration(runner: Runner, claims: list[Claim], number: int, coin: random.Random) -> list[Series]:
    """Time everything once, in processes that were started for it."""
    held = runner.hold([(claim, None) for claim in [*claims, SAME_PATH]], number)
    failed = [attempt for attempt in runner.done if attempt.outcome is not Outcome.FINISHED]
    if failed:
        raise EngineError(
            f"{failed[0].claim}: {failed[0].outcome.value}: {failed[0].detail}",
            next=f"python -m claims run {failed[0].claim}",
            code=3,
        )
    series = [_series(one, d) for one in held for d in one.declared if d.kind is not Kind.SHOWN]

    def lost(one: Series, why: Lost) -> None:
        command = f"python -m claims run {one.owner}"
        raise EngineError(f"{one.owner}: “{one.declaration.name}”: {why}", next=command, code=3)

    try:
        run_rounds(series, coin, on_lost=lost)
    finally:
        runner.release()
    return series


def _series(held: Held, declaration: Declaration) -> Series:
    def ask(order: list[int]) -> list[float]:
        return held.visitor.visit(declaration.name, order)

    # The widest claim of its kind, so that visits go on until the direction is clear.
    widest = SAME if held.claim is SAME_PATH else DELTAS[-1]
    margin = widest if declaration.kind is Kind.EQUAL else declaration.bound or declaration.kind.neutral
    return Series(held.owner, declaration, declaration.kind.bounds(margin), ask, PAIRS)


def _require_fit(series: list[Series]) -> None:
    for one in series:
        if one.owner == SAME_PATH.id and look(one.readings, Kind.EQUAL.bounds(SAME)).decision is not Decision.CONFIRMED:
            raise EngineError(
                "the machine is unfit for timing: one path against itself did not come out as about equal",
                next="the same command again, with the machine less busy",
                code=5,
            )


def _note(found: dict[str, _Readings], series: list[Series]) -> None:
    for one in series:
        found.setdefault(one.declaration.name, _Readings(one.declaration, [])).runs.append(one.readings)


def table(proposals: dict[Claim, dict[str, Proposal]]) -> str:
    """Return the proposals as a plain table."""
    lines = []
    for claim, found in proposals.items():
        for name, proposal in found.items():
            ratios = "  ".join(f"{ratio:.3g}" for ratio in proposal.ratios)
            word = {"about equal": "δ", "fixed cost": "k"}.get(proposal.kind, "m")
            verdict = f"{word} = {proposal.margin:g}" if proposal.confirmed else f"NOT CONFIRMED: {proposal.note}"
            lines.append(f"  {claim.id:<28} {name:<36} {proposal.kind:<12} seen {ratios:<22} {verdict}")
    return "\n".join(lines)
