"""How each claim stands on each build of which there is evidence, and how that differs from the pinned build's."""

from __future__ import annotations

import itertools
import re
from dataclasses import dataclass

from .diff.changes import changes_of
from .diff.classes import Class
from .diff.hunks import uncounted
from .diff.sides import Side, find_side
from .model import Evidence
from .project import Project
from .timing.sequential import Standing

_NUMBER = re.compile(r"\d+")
_VERSION = re.compile(r"[\d.]+(?:(?:a|b|rc)\d+)?")


@dataclass(frozen=True)
class OnBuild:
    """A claim on one build."""

    side: Side
    word: str
    """``holds``, ``fails``, ``not run`` or ``no evidence``: that a script did not run says nothing about its claim."""
    why: str
    """What fails, or why there is no evidence; empty where it holds."""
    beside: Class
    """What became of its evidence from here to the pinned build, or from there to here."""
    judged: bool
    """Whether a check holds on one of the two and fails on the other."""


def builds_at_hand(project: Project, pinned: Side) -> list[Side]:
    """Return the evidence of every build, oldest first; of the pinned one, what was read of it already.

    Raises EngineError for a folder that cannot be read.
    """
    folders = [folder for folder in project.snippets.glob("torch-*") if any(folder.glob("*/*/*.json"))]
    # A device's evidence lies in a folder of its own, torch-2.13.0-cuda, beside the build that it belongs to.
    names = [name for folder in folders if _VERSION.fullmatch(name := folder.name.removeprefix("torch-"))]
    own = project.pin.torch
    return [pinned if name == own else find_side(project, name) for name in sorted({*names, own}, key=by_version)]


def by_version(name: str) -> tuple[list[int], bool, str]:
    """Return what orders versions: 2.9.1 before 2.13.0, a release candidate before its release."""
    release = re.split(r"a|b|rc", name)[0]
    return [int(number) for number in _NUMBER.findall(release)], release == name, name


def on_builds(claim: str, sides: list[Side], pinned: Side) -> list[OnBuild]:
    """Return how a claim stands on each side."""
    found = []
    for number, side in enumerate(sides):
        evidence = side.evidence.get(claim)
        word, why = standing(side, claim)
        pair = (side, pinned) if number < sides.index(pinned) else (pinned, side)
        changes = changes_of(claim, *pair) if evidence is not None and side is not pinned else []
        beside = min((change.kind for change in changes), key=lambda kind: kind.rank, default=Class.UNCHANGED)
        judged = evidence is not None and _judged_otherwise(evidence, pinned.evidence.get(claim))
        found.append(OnBuild(side, word, why, beside if evidence is not None else Class.NOT_RUN, judged))
    return found


def _judged_otherwise(evidence: Evidence, pinned: Evidence | None) -> bool:
    checks = pinned.checks if pinned else {}
    return any(name in checks and checks[name].holds != check.holds for name, check in evidence.checks.items())


def standing(side: Side, claim: str) -> tuple[str, str]:
    """Return how a claim stands in a build's evidence, in a word, and what there is to say beyond it."""
    evidence = side.evidence.get(claim)
    if evidence is None:
        ended = side.ended.get(claim, "")
        if ended.startswith("not run"):
            return "not run", ended.partition(": ")[2]
        return ("no evidence", f"its script {ended}") if ended else ("not run", "")
    if failed := _failed(evidence):
        return "fails", failed
    controls = side.controls.get(claim)
    idle = [c.condition for c in controls.results if not c.failed_as_named] if controls else []
    return "holds", f"its control “{idle[0]}” does not fail as it must" if idle else ""


def _failed(evidence: Evidence) -> str:
    if evidence.failed:
        return f"the check “{evidence.failed[0].name}”"
    for ordering in evidence.orderings.values():
        if ordering.verdict == Standing.REFUTED.value:
            return f"the ordering “{ordering.name}”"
    return ""


def same_excerpt(claim: str, name: str, sides: list[Side], shown: Evidence) -> tuple[list[Side], list[Side]]:
    """Return the builds whose excerpt of this name has the very lines of the one shown, and those where it is another.

    How many lines an excerpt leaves out is not part of it. A build that has no evidence of the claim is in neither.
    """
    same: list[Side] = []
    other: list[Side] = []
    lines = uncounted(shown.excerpts[name].text)
    for side in sides:
        if claim in side.evidence:
            found = side.evidence[claim].excerpts.get(name)
            (same if found and uncounted(found.text) == lines else other).append(side)
    return same, other


def neighbours(sides: list[Side]) -> list[tuple[Side, Side]]:
    """Return each build with the next newer one."""
    return list(itertools.pairwise(sides))
