"""Runs claims and their controls, and judges the controls."""

from __future__ import annotations

import time

from . import store
from .calibrations import read_calibration
from .model import Attempt, Claim, ControlResult, Controls, Evidence, Outcome
from .project import Project
from .runner import Listener, Options, session
from .runs import Runs, keep_runs
from .timing.margins import Calibration
from .timing.taken import look_in_words


def run_claims(project: Project, claims: list[Claim], options: Options, listen: Listener) -> Runs:
    """Run the claims, and their controls where asked for; put the evidence into build/fresh.

    `listen` is called after each. Raises EngineError where nothing can be run at all; KeyboardInterrupt passes
    through once every process is gone. Accepted evidence is as before in every case.
    """
    begin = time.perf_counter()
    calibrations = {claim.id: _calibration(project, claim) for claim in claims}
    with session(project, options, listen) as runner:
        profile, build, seconds = runner.probe()
        runner.run_all(claims, profile, calibrations)
    seconds |= runner.seconds
    stages = ("warm start", "timing")
    seconds["claims"] = time.perf_counter() - begin - sum(seconds.get(stage, 0.0) for stage in stages)
    attempts = {a.claim: a for a in runner.done if a.control is None}
    controls = {c.id: _controls(c, runner.done, attempts[c.id]) for c in claims} if options.controls else {}
    runs = Runs(runner.nonce, build, profile, attempts, controls, seconds, runner.touched, runner.same)
    if options.record:
        keep_runs(project, claims, runs)
    return runs


def _controls(claim: Claim, done: list[Attempt], attempt: Attempt) -> Controls:
    ran = {a.control: a for a in done if a.claim == claim.id}
    results = [
        control_result(claim, ran[number], attempt.evidence)
        if number in ran
        else ControlResult(condition, fails, False, f"no comparison called “{fails}” was timed")
        for number, (condition, fails) in enumerate(zip(claim.controls, claim.control_fails, strict=True))
    ]
    return Controls(claim.digest, tuple(results))


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
