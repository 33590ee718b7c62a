"""Runs claims and their controls, and judges the controls."""

from __future__ import annotations

import time
from dataclasses import replace

from . import planting, plants, store
from .calibrations import read_calibration
from .model import Attempt, Build, Claim, ControlResult, Controls, Evidence, Outcome, PlantResult, Plants, Profile
from .project import Project
from .runner import Listener, Options, session
from .runs import Runs, keep_runs, load_runs
from .timing.margins import Calibration
from .timing.taken import look_in_words


def run_claims(project: Project, claims: list[Claim], options: Options, listen: Listener) -> Runs:
    """Run the claims, and their controls and plants where asked for; put the evidence into build/fresh.

    `listen` is called after each. Raises EngineError where nothing can be run at all; KeyboardInterrupt passes
    through once every process is gone. Accepted evidence is as before in every case.
    """
    begin, state = time.perf_counter(), project.state()
    calibrations = {claim.id: _calibration(project, claim) for claim in claims}
    with session(project, options, listen) as runner, options.beside() as ended:
        profile, build, seconds = runner.probe()
        earlier = _reusable(project, claims, state, profile, build) if options.reuse else {}
        known = {c.id: _known_plants(project, c) if options.reuse else () for c in claims if options.plants}
        runner.run_all(
            claims, profile, calibrations, frozenset(earlier),
            {id: [r.plant for r in known[id]] for id in known}, ended,
        )  # fmt: skip
    seconds |= runner.seconds
    stages = ("warm start", "timing")
    seconds["claims"] = time.perf_counter() - begin - sum(seconds.get(stage, 0.0) for stage in stages)
    # A claim of an earlier run whose paths were prepared again, for its swapped control to be timed, stays as it was.
    attempts = {a.claim: a for a in runner.done if a.control is None and not a.plant} | earlier
    # One run to the gate: what was reused and what ran now came from one state, under the earlier run's name.
    nonce = next((attempt.nonce for attempt in earlier.values()), runner.nonce)
    attempts = {id: replace(attempt, nonce=nonce) for id, attempt in attempts.items()}
    ran = [c for c in claims if attempts[c.id].outcome is not Outcome.NOT_RUN]
    controls = {c.id: _controls(c, runner.done, attempts[c.id]) for c in ran} if options.controls else {}
    runs = Runs(
        nonce, build, profile, attempts, controls, seconds, runner.touched, runner.same,
        plants={
            c.id: _plants(project, c, runner.done, attempts[c.id], known[c.id])
            for c in ran
            if options.plants and c.run.planted
        },
        state=state, reused=frozenset(earlier),
    )  # fmt: skip
    if options.record:
        keep_runs(project, claims, runs)
    return runs


def _controls(claim: Claim, done: list[Attempt], attempt: Attempt) -> Controls:
    ran = {a.control: a for a in done if a.claim == claim.id and not a.plant}
    results = [
        control_result(claim, ran[number], attempt.evidence)
        if number in ran
        else ControlResult(condition, fails, False, f"no comparison called “{fails}” was timed")
        for number, (condition, fails) in enumerate(zip(claim.controls, claim.control_fails, strict=True))
    ]
    return Controls(claim.digest, tuple(results))


def _reusable(project: Project, claims: list[Claim], state: str, profile: Profile, build: Build) -> dict[str, Attempt]:
    """Return the newest run's attempts that another run in this state would only repeat: those that finished well."""
    newest = load_runs(project, claims)
    if newest is None or newest.touched or (newest.state, newest.profile, newest.build) != (state, profile, build):
        return {}
    return {
        claim.id: attempt
        for claim in claims
        if (attempt := newest.attempts.get(claim.id)) is not None
        if attempt.outcome is Outcome.FINISHED and attempt.evidence is not None and not attempt.evidence.failed
        if newest.fit and all(ordering.looks for ordering in attempt.evidence.orderings.values())
    }


def _plants(
    project: Project, claim: Claim, done: list[Attempt], attempt: Attempt, earlier: tuple[PlantResult, ...]
) -> Plants:
    results = {result.plant: result for result in earlier}
    for planted in done:
        if planted.claim == claim.id and planted.plant:
            results[planted.plant] = planting.plant_result(project, claim, planted, attempt.evidence)
    known = plants.reaching(plants.discover_plants(project), claim)
    digests = tuple((name, plant.digest) for name, plant in known.items())
    return Plants(claim.digest, digests, tuple(results[name] for name in known))


def _known_plants(project: Project, claim: Claim) -> tuple[PlantResult, ...]:
    """Return the accepted outcomes that a run under the same plants would only repeat."""
    try:
        accepted = store.read_plants(project.accepted_folder(claim))
    except store.TornEvidence:
        return ()
    return plants.kept(accepted, claim, plants.discover_plants(project))


def _calibration(project: Project, claim: Claim) -> dict[str, Calibration]:
    try:
        return read_calibration(project.accepted_folder(claim))
    except store.TornEvidence:
        return {}  # the gate says so


def control_result(claim: Claim, attempt: Attempt, ordinary: Evidence | None) -> ControlResult:
    """Judge one control: it must fail in the check it names, or give its value another figure than the ordinary run."""
    condition, fails = claim.controls[attempt.control or 0], claim.control_fails[attempt.control or 0]
    evidence = attempt.evidence
    if evidence is not None and fails in evidence.checks:
        check = evidence.checks[fails]
        then = f"; then {attempt.detail}" if attempt.outcome is Outcome.RAISED else ""
        found = (
            f"found {check.found}"
            if check.found
            else "the check does not hold"
            if not check.holds
            else "the check holds"
        )
        return ControlResult(condition, fails, not check.holds, found + then)
    if evidence is not None and ordinary is not None and fails in evidence.values and fails in ordinary.values:
        old, new = ordinary.values[fails], evidence.values[fails]
        return ControlResult(condition, fails, old.value != new.value, f"{new} in place of {old}")
    if evidence is not None and fails in evidence.orderings and evidence.orderings[fails].looks:
        tested = evidence.orderings[fails]
        return ControlResult(condition, fails, tested.looks[0].decision == "refuted", look_in_words(tested))
    how = f"{attempt.outcome.value}: {attempt.detail}" if attempt.outcome is not Outcome.FINISHED else "finished"
    return ControlResult(condition, fails, False, f"{how}, and made no check or value called “{fails}”")
