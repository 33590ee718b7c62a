"""How a claim stands on the site: the report's verdict in one word and one shape, never in colour alone."""

from __future__ import annotations

import enum

from claims.engine.verdict import Finding, Kind, Report

#: Findings about a sentence rather than about the claim that it names.
ABOUT_PROSE = frozenset(
    {
        Kind.SUSPECT,
        Kind.TEXT,
        Kind.UNREFERENCED,
        Kind.UNKNOWN_CLAIM,
        Kind.TYPED_CODE,
        Kind.TYPED_NUMBER,
        Kind.UNCARRIED,
        Kind.LINK,
    }
)


class State(enum.Enum):
    """The word that a reader sees, and the class that the style sheet sees."""

    HOLDS = "holds"
    FAILED = "failed"
    SUSPECT = "suspect"
    NOT_RUN = "not run"
    NOT_CHECKED = "not checked"
    RECORDED = "recorded"

    @property
    def css(self) -> str:
        return self.value.replace(" ", "-")

    @property
    def mark(self) -> str:
        """A shape that says the same as the word."""
        return {"holds": "✓", "failed": "✗", "suspect": "?", "recorded": "◷"}.get(self.value, "○")


def claim_state(report: Report | None, claim: str) -> State:
    """Return how `claim` stands according to `report`; without a report nothing was checked."""
    if report is None:
        return State.NOT_CHECKED
    if any(finding.claim == claim and finding.kind not in ABOUT_PROSE for finding in report.findings):
        return State.FAILED
    verdict = report.verdicts.get(claim)
    if verdict is None or verdict.lacks:
        return State.NOT_RUN
    return State.HOLDS if verdict.holds else State.FAILED


def reference_state(report: Report | None, claim: str, where: str) -> State | None:
    """Return what `report` says against the sentence at `where` that names `claim`; None for nothing."""
    kinds = [f.kind for f in report.findings if f.claim == claim and f.where == where] if report else []
    if not kinds:
        return None
    return State.SUSPECT if all(kind is Kind.SUSPECT for kind in kinds) else State.FAILED


def page_findings(report: Report | None, page: str) -> list[Finding]:
    """Return the findings whose place is on `page`, a path from the project's root."""
    if report is None:
        return []
    return [f for f in report.findings if f.where == page or f.where.startswith(f"{page}:")]


def status(report: Report | None) -> str:
    """Return the line that every page carries: what this build of the site was checked against."""
    if report is None:
        return "not checked"
    if not report.nonce:
        return f"accepted evidence, claims not run in this build (torch {report.build.torch})"
    profile = f" ({report.profile})" if report.profile else ""
    line = f"checked in this run against torch {report.build.torch}{profile}"
    count = len(report.findings)
    return line if not count else f"{line}: {count} finding{'s' if count > 1 else ''}"
