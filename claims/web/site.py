"""Everything that the pages are rendered from, read once: claims, their evidence, the report and the prose."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from claims.engine.discover import discover
from claims.engine.model import (
    Claim,
    Controls,
    Evidence,
    Finding,
    Prose,
    Reference,
    Report,
    Scalar,
    Verdict,
    display,
)
from claims.engine.project import Project
from claims.engine.prose import read_prose
from claims.engine.report import read_report
from claims.engine.store import TornEvidence, read_controls, read_evidence

from .state import State, claim_state

RECORDED = "recorded-arm64-macos"


@dataclass(frozen=True)
class Dossier:
    """One claim with all that is known of it when the site is built."""

    claim: Claim
    state: State
    accepted: Evidence | None
    fresh: Evidence | None
    """Evidence of the run that the report speaks of; None where no claim was run."""
    recorded: Evidence | None
    """Readings of the source article."""
    controls: Controls | None
    verdict: Verdict | None
    findings: tuple[Finding, ...]
    torn: str
    """What is wrong with evidence that cannot be read back; empty where all can."""

    @property
    def shown(self) -> Evidence | None:
        """The evidence that prose and excerpts show."""
        return self.accepted or self.fresh

    @property
    def page(self) -> str:
        """Source path of the claim's page: ``evidence/fusion/one-loop.md``."""
        return evidence_page(self.claim.id)


@dataclass(frozen=True)
class Site:
    """What the Markdown extension and the pages of claims are rendered from."""

    project: Project
    report: Report | None
    dossiers: Mapping[str, Dossier]
    prose: Prose
    recorded: Mapping[str, Evidence]

    def references(self, claim: str, *, recorded: bool = False) -> list[Reference]:
        """Return the places in prose that name `claim`, in the order of the text."""
        return [r for r in self.prose.references if r.claim == claim and r.recorded == recorded]


def load_site(project: Project, report: Path | None) -> Site:
    """Return the site's material; without a readable `report` every claim counts as not checked.

    Raises EngineError where a claim script cannot be read.
    """
    verdicts = read_report(report) if report else None
    recorded = {}
    for folder in sorted((project.snippets / RECORDED).glob("*/*")):
        evidence, _ = _read(folder)
        if evidence:
            recorded[f"{folder.parent.name}.{folder.name}"] = evidence
    dossiers = {claim.id: _dossier(project, verdicts, recorded, claim) for claim in discover(project)}
    return Site(project, verdicts, dossiers, read_prose(project), recorded)


def evidence_page(claim: str) -> str:
    """Return the source path of a claim's page: ``fusion.one-loop`` gives ``evidence/fusion/one-loop.md``."""
    return f"evidence/{claim.replace('.', '/', 1)}.md"


def relative_link(target: str, page: str) -> str:
    """Return a link from the source path `page` to the source path `target`, both below docs/."""
    return posixpath.relpath(target, posixpath.dirname(page) or ".")


def slug(name: str) -> str:
    """Return `name` as part of an anchor."""
    return re.sub(r"[^\w.]+", "-", name.lower()).strip("-")


def figure(evidence: Evidence | None, name: str) -> Scalar | list[Scalar] | None:
    """Return the value called `name`, else the median of the measurement, else None."""
    if evidence is None:
        return None
    if name in evidence.values:
        return evidence.values[name].value
    measurement = evidence.measurements.get(name)
    return measurement.p50 if measurement else None


def fill(text: str, number: Scalar | list[Scalar] | None) -> str:
    """Return a link's text with its format string filled; a dash stands where there is nothing to fill it with."""
    if "{" not in text:
        return text
    if number is None:
        return re.sub(r"\{[^{}]*\}", "–", text)
    try:
        return text.format(display(number) if isinstance(number, list) else number)
    except (ValueError, LookupError):
        return re.sub(r"\{[^{}]*\}", lambda _: display(number), text)


def _dossier(project: Project, report: Report | None, recorded: Mapping[str, Evidence], claim: Claim) -> Dossier:
    accepted, torn = _read(project.accepted_folder(claim))
    fresh, torn_fresh = _read(project.fresh_folder(claim)) if report and report.nonce else (None, "")
    try:
        controls = read_controls(project.accepted_folder(claim))
    except TornEvidence as error:
        controls, torn = None, f"{project.relative(error.path)}: {error.why}"
    return Dossier(
        claim=claim,
        state=claim_state(report, claim.id),
        accepted=accepted,
        fresh=fresh,
        recorded=recorded.get(claim.id),
        controls=controls,
        verdict=report.verdicts.get(claim.id) if report else None,
        findings=tuple(f for f in report.findings if f.claim == claim.id) if report else (),
        torn=torn or torn_fresh,
    )


def _read(folder: Path) -> tuple[Evidence | None, str]:
    try:
        return read_evidence(folder), ""
    except TornEvidence as error:
        return None, f"{folder.parent.name}/{folder.name}/{error.path.name}: {error.why}"
