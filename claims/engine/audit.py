"""Fork equals fresh: the same claims in forks of the warm server and in fresh interpreters, compared piece by piece."""

from __future__ import annotations

import random

from . import compare, gate
from .model import Attempt, Check, Claim
from .project import Project
from .run import run_claims
from .runner import Listener, Options
from .verdict import Finding, Kind


def choose(claims: list[Claim], sample: int | None, seed: int) -> list[Claim]:
    """Return a seeded sample of the claims that can be forked; the others run in fresh interpreters anyway."""
    forked = [claim for claim in claims if not claim.run.fresh]
    if sample is None or sample >= len(forked):
        return forked
    return sorted(random.Random(seed).sample(forked, sample), key=lambda claim: claim.id)


def audit(project: Project, claims: list[Claim], listen: Listener) -> list[Finding]:
    """Return a finding for each claim whose evidence depends on how its process was started."""
    fresh = run_claims(project, claims, Options(fresh=True, record=False, timing=False), listen).attempts
    forked = run_claims(project, claims, Options(record=False, timing=False), listen).attempts
    return [finding for claim in claims for finding in _differences(project, claim, fresh[claim.id], forked[claim.id])]


def _differences(project: Project, claim: Claim, fresh: Attempt, forked: Attempt) -> list[Finding]:
    failed = gate.check_attempt(claim, fresh) + gate.check_attempt(claim, forked)
    if failed or fresh.evidence is None or forked.evidence is None:
        return failed
    found, _ = compare.compare(project, claim, fresh.evidence, forked.evidence)
    # What a run shows against its own claim is the gate's business; here both sides count alike.
    differing = [
        (f.message.partition(": ")[2], f.accepted, f.found, f.detail)
        for f in found
        if f.kind not in (Kind.CHECK, Kind.EMPTY)
    ]
    for name in sorted({*fresh.evidence.checks} & {*forked.evidence.checks}):
        old, new = fresh.evidence.checks[name], forked.evidence.checks[name]
        if old.holds != new.holds:
            differing.append((f"the check “{name}” holds in one of them", _truth(old), _truth(new), ""))
    message = f"claim {claim.id}: a fork and a fresh interpreter give different evidence: "
    return [
        Finding(
            Kind.FORK, claim.place, message + what, f"python -m claims audit {claim.id}",
            claim.id, accepted=f"fresh: {old_side}", found=f"fork: {new_side}", detail=detail,
        )
        for what, old_side, new_side, detail in differing
    ]  # fmt: skip


def _truth(check: Check) -> str:
    return f"{'holds' if check.holds else 'does not hold'}{f', {check.found}' if check.found else ''}"
