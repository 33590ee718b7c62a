"""What the prose says of two builds: ``[the node is another](between:2.9.1..2.13.0/operators.transpose#graph.txt)``.

Such a link is held by the gate: between the two builds that piece of the claim's evidence, or any where none is named,
must have changed in a way that a reviewer reads. What merely has other names, or did not run, has not changed.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from urllib.parse import unquote

from . import store
from .diff.changes import Change, changes_of
from .diff.sides import Side
from .errors import EngineError
from .project import Project, place_of
from .references import Between
from .verdict import Finding, Kind

SCHEME = "between:"
_TARGET = re.compile(r"(?P<old>[^/#]+?)\.\.(?P<new>[^/#]+)/(?P<claim>[^/#]+)(?:#(?P<piece>.+))?")


def between(page: str, line: int, href: str) -> Between | None:
    """Return what a link's address says; None where it is written otherwise."""
    match = _TARGET.fullmatch(unquote(href.removeprefix(SCHEME)))
    return Between(page, line, match["old"], match["new"], match["claim"], match["piece"] or "") if match else None


def between_findings(project: Project, links: Iterable[tuple[str, int, str]]) -> Iterable[Finding]:
    """Yield what is wrong with such links, each given as page, line and address."""
    for page, line, href in links:
        said, where = between(page, line, href), f"{page}:{line}"
        if said is None:
            message = f"{href}: write {SCHEME}OLD..NEW/chapter.claim, with #piece where one is meant"
            yield Finding(Kind.TEXT, where, message, "python -m claims list")
            continue
        command = f"python -m claims diff {said.old} {said.new} {said.claim}"
        try:
            sides = [_side(project, version, said.claim) for version in (said.old, said.new)]
        except EngineError as error:
            yield Finding(Kind.TEXT, where, f"claim {said.claim}: {error}", error.next, said.claim)
            continue
        changed = [change for change in changes_of(said.claim, *sides) if change.kind.is_read]
        if not any(not said.piece or change.piece == said.piece for change in changed):
            what = f"“{said.piece}” did" if said.piece else "its evidence did"
            message = f"claim {said.claim}: {what} not change between torch {said.old} and {said.new}"
            yield Finding(Kind.TEXT, where, message, command, said.claim, found=_pieces(changed))


def _pieces(changed: list[Change]) -> str:
    names = sorted({change.piece for change in changed if change.piece})
    return f"what changed: {', '.join(names)}" if names else ""


def _side(project: Project, version: str, claim: str) -> Side:
    """Return one claim's evidence on a build. Raises EngineError where there is none or it cannot be read back."""
    folder = project.snippets / f"torch-{version}"
    place = place_of(folder, claim)
    try:
        evidence = store.read_evidence(place) if place.is_dir() else None
    except store.TornEvidence as error:
        torn = project.relative(error.path)
        raise EngineError(f"{torn}: {error.why}", next=f"git diff {torn}") from error
    if evidence is None:
        raise EngineError(f"there is no evidence of it on torch {version}", next=f"python -m claims upgrade {version}")
    return Side(version, folder, {claim: evidence})
