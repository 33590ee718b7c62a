"""Judges what became of claims under plants: does a claim fail, in what, and is there a plant that none notices."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from . import compare
from .model import Attempt, Claim, Evidence, Outcome, PlantResult
from .plants import ORDER, Plant
from .project import Project
from .verdict import Finding, Kind


def plant_result(project: Project, claim: Claim, attempt: Attempt, ordinary: Evidence | None) -> PlantResult:
    """Judge one claim under one plant as the gate would, against the ordinary run: does it fail, and in what first."""
    plant = attempt.plant
    if attempt.outcome is not Outcome.FINISHED or attempt.evidence is None:
        return PlantResult(plant, "ended", f"{attempt.outcome.value}: {attempt.detail}".removesuffix(": "))
    findings, _ = compare.compare(project, claim, ordinary, attempt.evidence)
    findings.sort(key=lambda finding: ORDER.index(finding.kind) if finding.kind in ORDER else len(ORDER))
    return PlantResult(plant, findings[0].kind.value, _words(findings[0])) if findings else PlantResult(plant, "", "")


def unnoticed(plants: Sequence[Plant], failing: Mapping[str, Sequence[str]]) -> list[Finding]:
    """Return a finding for each plant under which no claim fails; `failing` names the claims by plant."""
    return [
        Finding(
            Kind.UNNOTICED,
            "claims/engine/capture/planted.py",
            f"no claim fails under the plant “{plant.name}”: {plant.sentence}",
            "add a check that notices it, then: make plants",
        )
        for plant in plants
        if not failing.get(plant.name)
    ]


def _words(finding: Finding) -> str:
    message = finding.message.partition(": ")[2]
    if finding.kind is Kind.VALUE:
        return f"{message}: {finding.found} in place of {finding.accepted}"
    return message
