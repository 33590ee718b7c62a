"""Takes fresh evidence into snippets/, with the sentences that it was read with. Only ever on command."""

from __future__ import annotations

import os
import shutil
from collections.abc import Mapping
from dataclasses import dataclass

from . import compare, gate, machine, review, store
from .calibrations import read_calibration, write_calibration
from .diff.cited import keep_cited
from .errors import EngineError
from .model import Claim, Controls, Evidence, Outcome, Plants
from .project import Project
from .references import Prose
from .runs import RUN, Runs
from .timing.margins import Calibration, merged
from .timing.proposals import read_proposals
from .timing.said import needs_calibration
from .timing.sequential import Standing
from .verdict import Finding, NotComparable
from .workspace import exclusive


@dataclass(frozen=True)
class Acceptance:
    """What became of one claim."""

    claim: str
    accepted: bool
    what: str
    """``new``, ``evidence``, ``calibration``, ``measurements``, ``controls``, ``plants``, ``sentences``, ``unchanged``,
    or why it was refused."""
    findings: tuple[Finding, ...] = ()
    """What had drifted and now is accepted, or what stands in the way."""
    left: bool = False
    """It could not be run on this machine, so what is accepted of it, if anything, stays."""


def accept(
    project: Project, claims: list[Claim], runs: Runs, prose: Prose, *, replace_profile: bool = False
) -> list[Acceptance]:
    """Accept the fresh evidence of `claims` and record the sentences that name them.

    A claim that did not finish, has a check that does not hold, or whose controls did not run with this script or do
    not all fail, is refused; so is one accepted under another profile, unless `replace_profile` is set. Raises
    EngineError under continuous integration, which never accepts, and while a run is at work.
    """
    _refuse_on_ci()
    with exclusive(project):
        # A run at work would put back what it found when it started.
        for folder in project.accepted_builds:
            store.recover(folder)
        done = [_accept(project, claim, runs, replace_profile=replace_profile) for claim in claims]
        taken = [claim for claim, result in zip(claims, done, strict=True) if result.accepted]
        if taken:
            review.record(project, taken, prose)
            keep_cited(project.accepted, machine.packages())
    return done


def read_accepted(project: Project, claims: list[Claim], prose: Prose) -> list[Acceptance]:
    """Record the sentences of `claims` as read with the evidence that is accepted now; no run is needed.

    Refuses a claim without accepted evidence, with a check there that does not hold, or whose accepted controls are
    stale or vacuous. Raises EngineError under continuous integration.
    """
    _refuse_on_ci()
    with exclusive(project):
        done = [_read(project, claim) for claim in claims]
        taken = [claim for claim, result in zip(claims, done, strict=True) if result.accepted]
        if taken:
            review.record(project, taken, prose)
    return done


def refusal_to_read(project: Project, claim: Claim) -> str:
    """Return why `read_accepted` would refuse a claim as it is; empty where it would not."""
    result = _read(project, claim)
    return "" if result.accepted else result.what


def _read(project: Project, claim: Claim) -> Acceptance:
    evidence, controls = store.read_evidence(project.accepted_folder(claim)), _accepted_controls(project, claim)
    again = f"next: python -m claims run {claim.id} --controls && python -m claims accept {claim.id}"
    if evidence is None:
        return Acceptance(claim.id, False, f"refused: nothing is accepted; {again}")
    if refusal := _refusal(claim, evidence, [], replace_profile=True):
        return Acceptance(claim.id, False, refusal)
    if controls is None or controls.script != claim.digest:
        return Acceptance(claim.id, False, f"refused: its accepted controls did not run with this script; {again}")
    if vacuous := gate.check_controls(claim, controls):
        return Acceptance(claim.id, False, "refused: a control does not fail in the piece it names", tuple(vacuous))
    return Acceptance(claim.id, True, "sentences")


def _refuse_on_ci() -> None:
    if os.environ.get("CI"):
        raise EngineError(
            "CI is set: continuous integration never accepts evidence",
            next="run make accept on your own machine and commit",
        )


def _accept(project: Project, claim: Claim, runs: Runs, *, replace_profile: bool) -> Acceptance:
    attempt = runs.attempts.get(claim.id)
    if attempt is not None and attempt.outcome is Outcome.NOT_RUN:
        return Acceptance(claim.id, False, f"{attempt.outcome.value}: {attempt.detail}", left=True)
    if attempt is None or attempt.evidence is None or attempt.outcome is not Outcome.FINISHED:
        why = f"it {attempt.outcome.value}" if attempt else "the newest run did not reach it"
        return Acceptance(claim.id, False, f"refused: {why}; next: python -m claims run {claim.id} --controls")
    try:
        accepted = store.read_evidence(project.accepted_folder(claim))
    except store.TornEvidence:
        accepted = None
    findings, not_comparable = compare.compare(project, claim, accepted, attempt.evidence)
    if refusal := _refusal(claim, attempt.evidence, not_comparable, replace_profile=replace_profile):
        return Acceptance(claim.id, False, refusal, tuple(findings))
    controls = runs.controls.get(claim.id) or _accepted_controls(project, claim)
    if controls is None or controls.script != claim.digest or not controls.results:
        return Acceptance(
            claim.id,
            False,
            f"refused: its controls did not run with this script; next: python -m claims run {claim.id} --controls",
        )
    calibrations, refusal = _calibrations(project, claim, attempt.evidence)
    if refusal or not runs.fit:
        refusal = (
            refusal or "refused: the machine was unfit for timing; next: python -m claims run, when it is less busy"
        )
        return Acceptance(claim.id, False, refusal, tuple(findings))
    if vacuous := gate.check_controls(claim, controls):
        return Acceptance(claim.id, False, "refused: a control does not fail in the piece it names", tuple(vacuous))
    planted = runs.plants.get(claim.id) or _accepted_plants(project, claim)
    # What an upgrade kept of a claim may hold a check that failed then; whether one held before is no drift of a run.
    drifted = bool(findings) or bool(not_comparable) or (accepted is not None and bool(accepted.failed))
    if drifted or accepted is None:
        _replace(project, claim, controls, planted, calibrations)
        return Acceptance(claim.id, True, "new" if accepted is None else "evidence", tuple(findings))
    if calibrations != read_calibration(project.accepted_folder(claim)):
        write_calibration(project.accepted_folder(claim), calibrations)
        return Acceptance(claim.id, True, "calibration")
    if (judged := _judged(attempt.evidence)) and judged != _judged(accepted):
        # The pages show accepted readings: a verdict under another margin must not stand beside today's.
        _replace(project, claim, controls, planted, calibrations)
        return Acceptance(claim.id, True, "measurements")
    if _accepted_controls(project, claim) != controls:
        store.write_controls(project.accepted_folder(claim), controls)
        if planted is not None:
            store.write_plants(project.accepted_folder(claim), planted)
        return Acceptance(claim.id, True, "controls")
    if planted is not None and _accepted_plants(project, claim) != planted:
        store.write_plants(project.accepted_folder(claim), planted)
        return Acceptance(claim.id, True, "plants")
    return Acceptance(claim.id, True, "unchanged")


def _refusal(claim: Claim, evidence: Evidence, not_comparable: list[NotComparable], *, replace_profile: bool) -> str:
    if evidence.failed:
        return f"refused: the check “{evidence.failed[0].name}” does not hold; mend {claim.place}"
    refuted = [o.name for o in evidence.orderings.values() if o.verdict == Standing.REFUTED.value]
    if refuted:
        return f"refused: the ordering “{refuted[0]}” is refuted; mend {claim.place}"
    if not evidence.assertions:
        return f"refused: it makes no check; mend {claim.place}"
    if not_comparable and not replace_profile:
        return f"refused: {not_comparable[0].reason}; to replace that profile's evidence: --replace-profile"
    return ""


def _calibrations(project: Project, claim: Claim, evidence: Evidence) -> tuple[dict[str, Calibration], str]:
    """Return the calibrations of the claim's orderings, and why it must be refused where one has none.

    What `calibrate` proposed for this very script counts; else what was accepted before stays.
    """
    try:
        known = read_calibration(project.accepted_folder(claim))
    except store.TornEvidence:
        known = {}
    proposals = read_proposals(project, claim)
    found: dict[str, Calibration] = {}
    for name, ordering in sorted(evidence.orderings.items()):
        if not needs_calibration(ordering):
            continue
        old = known.get(name) if name in known and known[name].kind == ordering.kind else None
        proposal = proposals.get(name)
        if proposal is not None and proposal.kind == ordering.kind:
            if not proposal.confirmed:
                return (
                    {},
                    f"refused: the calibration of “{name}” was not confirmed: {proposal.note}; mend {claim.place}",
                )
            found[name] = merged(old, proposal, evidence.profile.cpu)
        elif old is not None:
            found[name] = old
        else:
            return {}, f"refused: “{name}” was not calibrated; next: python -m claims calibrate {claim.id}"
    return found, ""


def _replace(
    project: Project,
    claim: Claim,
    controls: Controls,
    planted: Plants | None,
    calibrations: Mapping[str, Calibration],
) -> None:
    """Swap the claim's accepted folder for its fresh one, less what belongs to the run alone."""
    stage = project.build / "stage" / claim.folder
    shutil.rmtree(stage, ignore_errors=True)
    try:
        shutil.copytree(project.fresh_folder(claim), stage, ignore=shutil.ignore_patterns(RUN))
    except OSError as error:
        raise store.unwritable(stage, error) from error
    store.write_controls(stage, controls)
    if planted is not None:
        store.write_plants(stage, planted)
    if calibrations:
        write_calibration(stage, calibrations)
    store.replace_folder(stage, project.accepted_folder(claim))
    shutil.rmtree(stage, ignore_errors=True)


def _judged(evidence: Evidence) -> dict[str, tuple[object, ...]]:
    return {o.name: (o.margin, o.origin, o.asserts, o.verdict) for o in evidence.orderings.values() if o.looks}


def _accepted_controls(project: Project, claim: Claim) -> Controls | None:
    try:
        return store.read_controls(project.accepted_folder(claim))
    except store.TornEvidence:
        return None


def _accepted_plants(project: Project, claim: Claim) -> Plants | None:
    try:
        return store.read_plants(project.accepted_folder(claim))
    except store.TornEvidence:
        return None
