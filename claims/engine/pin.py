"""Moves the pin to another build of which there is evidence, and back by the same command.

What was reviewed on one build holds on the other where the evidence is the same; every other claim is suspect there
until somebody reads it again. The reviews of a build that is left stay in its folder, so that moving back finds them.
How claims fared under plants is carried over too, marked with the build that they ran on, until they run there.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, replace

from . import store
from .diff.changes import changes_of
from .diff.classes import Class
from .diff.sides import Side, find_side
from .errors import EngineError
from .model import Build
from .project import Project
from .review import Reviewed, read_reviews, write_reviews
from .workspace import exclusive


@dataclass(frozen=True)
class Moved:
    """What became of the claims when the pin moved."""

    old: Build
    new: Build
    classes: Mapping[str, Class]
    """What became of each claim's evidence from the old build to the new one."""
    suspect: tuple[str, ...]
    """Claims with evidence on the new build that nobody has reviewed."""


def move_pin(project: Project, version: str) -> Moved:
    """Pin the project to `version` and carry over the reviews of claims whose evidence is the same.

    Raises EngineError with exit code 2, and changes nothing, where there is no evidence of that build, or
    pyproject.toml cannot be rewritten.
    """
    new = find_side(project, version)
    if new.folder != project.snippets / f"torch-{new.build.torch}":
        raise EngineError(f"{version!r}: the pin moves to a version, such as {project.pin.torch}", next="ls snippets")
    with exclusive(project):
        old = _pinned_side(project)
        text = pyproject_with(project, new.build)
        classes = {claim: _class(claim, old, new) for claim in sorted({*old.evidence, *new.evidence})}
        current, left = read_reviews(project, project.review), read_reviews(project, new.folder / "review.json")
        reviewed = carried(current, left, old, new, classes) if new.build != project.pin else current
        if new.build != project.pin:
            write_reviews(project.accepted / "review.json", current)
            store.write_text(project.root / "pyproject.toml", text)
            write_reviews(project.review, reviewed)
            _carry_plants(old, new)
    known = {claim: store.digest(new.place(claim)) for claim in new.evidence}
    suspect = tuple(c for c, digest in known.items() if c not in reviewed or reviewed[c].evidence != digest)
    return Moved(project.pin, new.build, classes, suspect)


def carried(
    current: Mapping[str, Reviewed], left: Mapping[str, Reviewed], old: Side, new: Side, classes: Mapping[str, Class]
) -> dict[str, Reviewed]:
    """Return the reviews that count on the new build.

    `current` are those on the old build, `left` those that were left behind on the new one. Of a claim whose evidence
    is the same, what was reviewed counts; of another, what was reviewed on the new build, or else what was reviewed on
    the old one, which makes it suspect.
    """
    reviewed = {}
    for claim in {**left, **current}:
        now, before = current.get(claim), left.get(claim)
        same = classes.get(claim) is Class.UNCHANGED
        if same and now and now.evidence == store.digest(old.place(claim)):
            digest = store.digest(new.place(claim))
            sentences = before.sentences if before and before.evidence == digest else {}
            reviewed[claim] = Reviewed(digest, {**sentences, **now.sentences})
        elif found := before or now:
            reviewed[claim] = found
    return reviewed


def _carry_plants(old: Side, new: Side) -> None:
    """Keep how claims fared under plants where they never ran on the new build, with the build that they ran on.

    Plants show what a script notices, and running all of them takes an hour: the pin may move before that.
    """
    for claim in new.evidence:
        here, there = old.place(claim), new.place(claim)
        planted = store.read_plants(here)
        known = store.read_plants(there)
        if planted is not None and (known is None or known.ran_on):
            store.write_plants(there, replace(planted, ran_on=planted.ran_on or old.build.torch))


def pyproject_with(project: Project, build: Build) -> str:
    """Return pyproject.toml pinned to `build`, everything else as it is.

    Raises EngineError where the two lines of ``[tool.claims]`` are not found.
    """
    path = project.root / "pyproject.toml"
    head, table, rest = path.read_text(encoding="utf-8").partition("[tool.claims]\n")
    body, bracket, tail = _until_next_table(rest)
    for key, value in (("torch", build.torch), ("revision", build.revision)):
        body = re.sub(rf'^{key}\s*=\s*"[^"]*"', f'{key} = "{value}"', body, count=1, flags=re.MULTILINE)
    text = head + table + body + bracket + tail
    found = tomllib.loads(text)["tool"]["claims"] if table else {}
    if (found.get("torch"), found.get("revision")) != (build.torch, build.revision):
        raise EngineError(
            'pyproject.toml: [tool.claims] needs lines torch = "…" and revision = "…"', next="mend pyproject.toml"
        )
    return text


def _until_next_table(text: str) -> tuple[str, str, str]:
    match = re.search(r"^\[", text, re.MULTILINE)
    return (text[: match.start()], "[", text[match.end() :]) if match else (text, "", "")


def _pinned_side(project: Project) -> Side:
    """Return the evidence of the pinned build, which may have none yet."""
    try:
        return find_side(project, project.pin.torch)
    except EngineError:
        if project.accepted.is_dir() and store.evidence_folders(project.accepted):
            raise
        return Side(project.pin.torch, project.accepted)


def _class(claim: str, old: Side, new: Side) -> Class:
    if claim not in old.evidence or claim not in new.evidence:
        return Class.NOT_RUN
    return min((c.kind for c in changes_of(claim, old, new)), key=lambda kind: kind.rank, default=Class.UNCHANGED)
