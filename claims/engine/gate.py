"""Decides whether the build holds: runs against accepted evidence, evidence against prose, prose against review."""

from __future__ import annotations

from collections.abc import Mapping

from . import carried, compare, machine, planting, plants, prose, review, store
from .calibrations import read_calibration
from .model import Attempt, Build, Claim, Controls, Evidence, Outcome, Plants, Profile
from .project import Project
from .runs import Runs
from .timing.said import claimed, look_counts, needs_calibration, seen
from .timing.stage import SAME_PATH
from .verdict import Finding, Kind, NotComparable, Report, Verdict


def check_build(project: Project, found: Build | None) -> list[Finding]:
    """Return a finding unless the installed PyTorch is the pinned build, version and git revision."""
    if found == project.pin:
        return []
    what = str(found) if found else "no PyTorch"
    return [
        Finding(
            Kind.WRONG_BUILD,
            "pyproject.toml",
            f"the project is pinned to {project.pin}, this environment has {what}",
            "make env" if found is None or found.torch != project.pin.torch else "python -m claims list",
            accepted=project.pin.revision,
            found=found.revision if found else "",
        )
    ]


def check_installed(project: Project) -> list[Finding]:
    """Return a finding unless the PyTorch that would be imported is the pinned build; nothing is imported."""
    return check_build(project, machine.installed_build())


def judge(project: Project, claims: list[Claim], runs: Runs | None, *, everything: bool = True) -> Report:
    """Return the report of the gate.

    `runs` is what was run, or None to judge accepted evidence alone. With `everything` off, only the claims given are
    judged, and neither orphans nor pages that name other claims.
    """
    accepted, findings = _accepted(project, claims)
    # Without a run nobody has asked whether a device is there.
    aside = set(runs.left_out) if runs is not None else {claim.id for claim in claims if claim.run.requires}
    judged = [claim for claim in claims if claim.id not in aside]
    verdicts: dict[str, Verdict] = {}
    if runs is not None:
        verdicts |= {
            id: Verdict(id, False, f"{Outcome.NOT_RUN.value}: {lacks}", 0.0, lacks=lacks)
            for id, lacks in runs.left_out.items()
        }
        findings += check_build(project, runs.build)
        findings += [_touched(path) for path in runs.touched] + _unfit(runs)
        for claim in judged:
            found, not_comparable = _claim(project, claim, runs, accepted.get(claim.id))
            torn = _torn(findings, claim)
            if torn:
                # What cannot be read is not new; the finding that says so comes with the way back.
                found = [finding for finding in found if finding.kind is not Kind.NEW]
            attempt = runs.attempts.get(claim.id)
            outcome = attempt.outcome.value if attempt else "not run"
            verdicts[claim.id] = Verdict(
                claim.id, not found and not torn, outcome, attempt.seconds if attempt else 0.0, tuple(not_comparable)
            )
            findings += found
    else:
        findings += [
            _not_accepted(claim) for claim in judged if claim.id not in accepted and not _torn(findings, claim)
        ]
        # Evidence of a build that the pin moved to was stored as it was found, refuted checks and all.
        findings += [
            f for c in judged if c.id in accepted for f in compare.own_findings(c, accepted[c.id], fresh=False)
        ]
    findings += [finding for claim in judged for finding in _control_findings(project, claim, runs)]
    findings += _plant_findings(project, claims, everything=everything)
    findings += [finding for claim in judged for finding in _calibration_findings(project, claim, accepted)]
    text = prose.read_prose(project)
    if everything:
        findings += _orphans(project, claims)
        findings += prose.check_prose(project, claims, accepted)
        findings += carried.check_carried(project, _failing(claims, accepted, verdicts, judged_alone=runs is None))
    findings += review.check_review(project, [c for c in judged if c.id in accepted], text)
    return Report(
        runs.nonce if runs else "", project.pin, runs.profile if runs else _any_profile(accepted), verdicts,
        tuple(findings),
        dict(runs.seconds) if runs else {},
    )  # fmt: skip


def _failing(
    claims: list[Claim], accepted: Mapping[str, Evidence], verdicts: Mapping[str, Verdict], *, judged_alone: bool
) -> dict[str, str]:
    """Return why a claim carries nothing, for each that does not; accepted evidence alone has no verdicts."""
    if judged_alone:
        return {claim.id: "has no accepted evidence" for claim in claims if claim.id not in accepted}
    return {
        id: f"was {verdict.outcome}" if verdict.lacks else "does not hold in this run"
        for id, verdict in verdicts.items()
        if not verdict.holds
    }


def check_controls(claim: Claim, controls: Controls) -> list[Finding]:
    """Return a finding for each control that did not fail in the piece it names."""
    return [
        Finding(
            Kind.VACUOUS,
            claim.place,
            f"claim {claim.id}: its control “{result.condition}” does not fail in “{result.fails}”: it notices nothing",
            f"mend {claim.place}, then: python -m claims run {claim.id} --controls",
            claim.id,
            found=result.found,
            accepted=f"a failure in “{result.fails}”",
        )
        for result in controls.vacuous
    ]


def check_attempt(claim: Claim, attempt: Attempt) -> list[Finding]:
    """Return a finding for a run that did not end in evidence, and for each check that does not hold."""
    if attempt.outcome not in (Outcome.FINISHED, Outcome.NOT_RUN):
        tail = (attempt.traceback or attempt.output).strip().splitlines()[-12:]
        message = f"claim {claim.id}: {attempt.outcome.value}: {attempt.detail}"
        return [
            Finding(
                Kind.FAILED_RUN,
                claim.place,
                message,
                f"make claim ID={claim.id}",
                claim.id,
                detail="\n".join(tail),
            )
        ]
    return []


def _claim(
    project: Project, claim: Claim, runs: Runs, accepted: Evidence | None
) -> tuple[list[Finding], list[NotComparable]]:
    attempt = runs.attempts.get(claim.id)
    if attempt is None:
        message = f"claim {claim.id}: the newest run did not reach it, or its script has changed since"
        return [Finding(Kind.NOT_RUN, claim.place, message, f"python -m claims run {claim.id}", claim.id)], []
    failed = check_attempt(claim, attempt)
    if failed or attempt.evidence is None:
        return failed, []
    return compare.compare(project, claim, accepted, attempt.evidence)


def _accepted(project: Project, claims: list[Claim]) -> tuple[dict[str, Evidence], list[Finding]]:
    found: dict[str, Evidence] = {}
    findings: list[Finding] = []
    for claim in claims:
        try:
            evidence = store.read_evidence(project.accepted_folder(claim))
            if evidence is not None:
                found[claim.id] = evidence
        except store.TornEvidence as error:
            findings.append(_torn_finding(project, claim, error))
    return found, findings


def _control_findings(project: Project, claim: Claim, runs: Runs | None) -> list[Finding]:
    if not claim.controls:
        return _no_control(claim)
    if runs is not None and claim.id in runs.controls:
        fresh = check_controls(claim, runs.controls[claim.id])
        if fresh:
            return fresh
    try:
        controls = store.read_controls(project.accepted_folder(claim))
    except store.TornEvidence as error:
        return [_torn_finding(project, claim, error)]
    if controls is not None and controls.script == claim.digest:
        return check_controls(claim, controls)
    if controls is None and not project.accepted_folder(claim).is_dir():
        return []
    why = "were never run" if controls is None else "ran with another version of the script"
    command = f"python -m claims run {claim.id} --controls && python -m claims accept {claim.id}"
    return [
        Finding(
            Kind.STALE_CONTROL,
            claim.place,
            f"claim {claim.id}: its accepted controls {why}",
            command,
            claim.id,
        )
    ]


def _plant_findings(project: Project, claims: list[Claim], *, everything: bool) -> list[Finding]:
    """Return a finding for each claim whose plants are stale, and for each plant that no claim notices."""
    findings: list[Finding] = []
    known = plants.discover_plants(project)
    failing: dict[str, list[str]] = {}
    for claim in [claim for claim in claims if known and claim.run.planted]:
        try:
            planted = store.read_plants(project.accepted_folder(claim))
        except store.TornEvidence as error:
            findings.append(_torn_finding(project, claim, error))
            continue
        if planted is None and not project.accepted_folder(claim).is_dir():
            continue
        if planted is None or not plants.current(planted, claim, known):
            findings.append(_stale_plants(claim, planted))
        for result in planted.results if planted else ():
            if result.fails:
                failing.setdefault(result.plant, []).append(claim.id)
    return findings + (planting.unnoticed(list(known.values()), failing) if everything and not findings else [])


def _stale_plants(claim: Claim, planted: Plants | None) -> Finding:
    why = "were never run" if planted is None else "ran with another version of the script, or are not those of today"
    return Finding(
        Kind.STALE_PLANTS,
        claim.place,
        f"claim {claim.id}: its accepted plants {why}",
        f"python -m claims run {claim.id} --controls --plants && python -m claims accept {claim.id}",
        claim.id,
    )


def _torn_finding(project: Project, claim: Claim, error: store.TornEvidence) -> Finding:
    folder = project.relative(project.accepted_folder(claim))
    where, message = project.relative(error.path), f"claim {claim.id}: {error.why}"
    return Finding(Kind.TORN, where, message, f"git checkout -- {folder}", claim.id)


def _calibration_findings(project: Project, claim: Claim, accepted: Mapping[str, Evidence]) -> list[Finding]:
    """Return a finding for each accepted ordering whose margin no calibration carries."""
    folder = project.accepted_folder(claim)
    try:
        known = read_calibration(folder)
    except store.TornEvidence as error:
        return [_torn_finding(project, claim, error)]
    return [
        Finding(
            Kind.NEW,
            f"{project.relative(folder)}/{store.CALIBRATION}",
            f"claim {claim.id}: the ordering “{name}” has no accepted calibration",
            f"python -m claims calibrate {claim.id} && python -m claims accept {claim.id}",
            claim.id,
        )
        for name, ordering in (accepted[claim.id].orderings.items() if claim.id in accepted else ())
        if needs_calibration(ordering) and (name not in known or known[name].kind != ordering.kind)
    ]


def _unfit(runs: Runs) -> list[Finding]:
    """Return a finding where the A/A control of the run did not hold: then nothing that it timed counts."""
    if runs.fit or runs.same is None:
        return []
    return [
        Finding(
            Kind.UNFIT,
            SAME_PATH.place,
            "the machine is unfit for timing: one path against itself did not come out as about equal, "
            "so no ordering of this run counts",
            "the same command again, with the machine less busy",
            accepted=claimed(runs.same),
            found=seen(runs.same),
            detail="; ".join(look_counts(look) for look in runs.same.looks),
        )
    ]


def _no_control(claim: Claim) -> list[Finding]:
    message = f"claim {claim.id}: has no control, so nothing shows that it can fail"
    return [Finding(Kind.NO_CONTROL, claim.place, message, f"add CONTROLS to {claim.place}", claim.id)]


def _orphans(project: Project, claims: list[Claim]) -> list[Finding]:
    known, ids = {project.accepted_folder(claim) for claim in claims}, {claim.id for claim in claims}
    return [
        Finding(
            Kind.ORPHAN_FOLDER,
            project.relative(folder),
            "accepted evidence without its claim: no script has this id",
            f"git rm -r {project.relative(folder)}",
        )
        for build in project.accepted_builds
        for folder in store.evidence_folders(build)
        # How a claim ended that could not run when the build was another's evidence: a word on a device that lacked.
        if folder not in known and not (f"{folder.parent.name}.{folder.name}" in ids and store.read_ended(folder))
    ]


def _touched(path: str) -> Finding:
    message = "accepted evidence was written to while the claims ran; it was restored byte for byte"
    return Finding(Kind.WROTE, path, message, "python -m claims run --workers 1, to see which claim it was")


def _not_accepted(claim: Claim) -> Finding:
    message = f"claim {claim.id}: has no accepted evidence"
    calibrate = f"python -m claims calibrate {claim.id} && " if claim.run.measures else ""
    return Finding(
        Kind.NEW,
        claim.place,
        message,
        f"{calibrate}python -m claims run {claim.id} --controls && python -m claims accept {claim.id}",
        claim.id,
    )


def _torn(findings: list[Finding], claim: Claim) -> bool:
    return any(f.kind is Kind.TORN and f.claim == claim.id for f in findings)


def _any_profile(accepted: Mapping[str, Evidence]) -> Profile | None:
    return next((evidence.profile for evidence in accepted.values()), None)


def check_runs(project: Project, claims: list[Claim], runs: Runs) -> list[Finding]:
    """Return what a run shows by itself, before it is held against anything accepted."""
    findings = check_build(project, runs.build) + [_touched(path) for path in runs.touched] + _unfit(runs)
    for claim in claims:
        attempt = runs.attempts[claim.id]
        failed = check_attempt(claim, attempt)
        findings += failed
        if attempt.evidence is not None and not failed:
            findings += compare.own_findings(claim, attempt.evidence)
        if claim.id in runs.controls:
            findings += _no_control(claim) if not claim.controls else check_controls(claim, runs.controls[claim.id])
    return findings
