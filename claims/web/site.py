"""Everything that the pages are rendered from, read once: claims, evidence, the report and the prose."""

from __future__ import annotations

import functools
import posixpath
import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from claims.engine.builds import builds_at_hand, neighbours
from claims.engine.diff.cited import sources
from claims.engine.diff.entries import ClaimDiff, claim_diff
from claims.engine.diff.sides import Side
from claims.engine.discover import discover
from claims.engine.figures import BadTemplate, figure_of, fill, is_template
from claims.engine.model import Claim, Controls, Evidence, Figure, Plants
from claims.engine.project import Project
from claims.engine.prose import read_prose
from claims.engine.references import Prose, Reference
from claims.engine.report import read_report
from claims.engine.store import TornEvidence, read_controls, read_evidence, read_plants
from claims.engine.verdict import Finding, Report, Verdict

from .state import State, claim_state

RECORDED = "recorded-arm64-macos"
EMPTY = re.compile(r"\{[^{}]*\}")


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
    plants: Plants | None
    """How it fared under faults put into PyTorch; None where they never ran."""
    verdict: Verdict | None
    findings: tuple[Finding, ...]
    torn: str
    """What is wrong with evidence that cannot be read back; empty where all can."""

    @property
    def lacks(self) -> str:
        """What this machine lacks for it to be run, such as ``no CUDA device``; empty where nothing or nobody asked."""
        return self.verdict.lacks if self.verdict else ""

    @property
    def standing(self) -> str:
        """The state in words, and why where it could not be run: ``not run: no CUDA device``."""
        return f"{self.state.value}: {self.lacks}" if self.lacks else self.state.value

    @property
    def unseen(self) -> str:
        """What a sentence that rests on it is here, where it requires a device and this run has no evidence of it."""
        if not self.claim.run.requires or self.fresh is not None:
            return ""
        return "not run here" if self.accepted else "a prediction, not run here"

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
    builds: tuple[Side, ...] = ()
    """The evidence of every build, oldest first, the pinned one's among them."""

    @functools.cached_property
    def diffs(self) -> tuple[ClaimDiff, ...]:
        """The claim diff of each build and the next newer one, oldest first."""
        at_hand = sources(self.project)
        pairs = neighbours(list(self.builds))
        return tuple(claim_diff(old, new, self.prose, (), at_hand) for old, new in pairs)

    @property
    def pinned(self) -> Side:
        """The evidence that the prose rests on."""
        return next(side for side in self.builds if side.name == self.project.pin.torch)

    def references(self, claim: str, *, recorded: bool = False) -> list[Reference]:
        """Return the places in prose that name `claim`, in the order of the text."""
        return [r for r in self.prose.references if r.claim == claim and r.recorded == recorded]


def load_site(project: Project, report: Path | None) -> Site:
    """Return the site's material; without a readable `report` every claim counts as not checked.

    Raises EngineError where a claim script, or another build's evidence, cannot be read.
    """
    verdicts = read_report(report) if report else None
    recorded = {}
    for folder in sorted((project.snippets / RECORDED).glob("*/*")):
        evidence, _ = _read(folder)
        if evidence:
            recorded[f"{folder.parent.name}.{folder.name}"] = evidence
    dossiers = {claim.id: _dossier(project, verdicts, recorded, claim) for claim in discover(project)}
    builds = builds_at_hand(project, _pinned(project, dossiers))
    return Site(project, verdicts, dossiers, read_prose(project), recorded, tuple(builds))


def _pinned(project: Project, dossiers: Mapping[str, Dossier]) -> Side:
    """Return the accepted evidence as one side of a claim diff; a claim's that is torn is left out."""
    accepted = {id: dossier.accepted for id, dossier in dossiers.items() if dossier.accepted}
    controls = {id: dossier.controls for id, dossier in dossiers.items() if dossier.controls}
    return Side(project.pin.torch, project.accepted, accepted, {}, controls)


def evidence_page(claim: str) -> str:
    """Return the source path of a claim's page: ``fusion.one-loop`` gives ``evidence/fusion/one-loop.md``."""
    return f"evidence/{claim.replace('.', '/', 1)}.md"


def relative_link(target: str, page: str) -> str:
    """Return a link from the source path `page` to the source path `target`, both below docs/."""
    return posixpath.relpath(target, posixpath.dirname(page) or ".")


def page_title(site: Site, page: str) -> str:
    """Return the title of a page of prose: its first heading without markup, or its name."""
    source = site.project.root / page
    match = re.search(r"^# (.+)$", source.read_text(encoding="utf-8"), re.MULTILINE) if source.is_file() else None
    if match is None:
        return "Landing page" if source.name == "index.md" else source.stem.replace("-", " ").capitalize()
    return re.sub(r"\[([^\]]*)\]\([^)]*\)|[`*]", r"\1", match[1]).strip()


def slug(name: str) -> str:
    """Return `name` as part of an anchor."""
    return re.sub(r"[^\w.]+", "-", name.lower()).strip("-")


def figure(evidence: Evidence | None, name: str) -> Figure | None:
    """Return what a link's fragment names in `evidence`; None where there is no such thing."""
    return figure_of(evidence, name) if evidence else None


def filled(text: str, number: Figure | None) -> str:
    """Return a link's text with its template filled; a dash where there is nothing to fill it with."""
    if not is_template(text):
        return text
    try:
        return fill(text, number) if number is not None else EMPTY.sub("–", text)
    except BadTemplate:  # the gate reports it; the page shows that something is missing
        return EMPTY.sub("–", text)


def _dossier(project: Project, report: Report | None, recorded: Mapping[str, Evidence], claim: Claim) -> Dossier:
    accepted, torn = _read(project.accepted_folder(claim))
    fresh, torn_fresh = _read(project.fresh_folder(claim)) if report and report.nonce else (None, "")
    try:
        controls = read_controls(project.accepted_folder(claim))
        plants = read_plants(project.accepted_folder(claim))
    except TornEvidence as error:
        controls, plants, torn = None, None, f"{project.relative(error.path)}: {error.why}"
    return Dossier(
        claim=claim,
        state=claim_state(report, claim.id),
        accepted=accepted,
        fresh=fresh,
        recorded=recorded.get(claim.id),
        controls=controls,
        plants=plants,
        verdict=report.verdicts.get(claim.id) if report else None,
        findings=tuple(f for f in report.findings if f.claim == claim.id) if report else (),
        torn=torn or torn_fresh,
    )


def _read(folder: Path) -> tuple[Evidence | None, str]:
    try:
        return read_evidence(folder), ""
    except TornEvidence as error:
        return None, f"{folder.parent.name}/{folder.name}/{error.path.name}: {error.why}"
