"""Reads the golden cases of the claim diff: two builds' evidence in a few lines, and the entries that follow.

A case starts with a sentence. ``== old CLAIM`` (``new``, ``both``) begins a claim's evidence, a line a piece:

    check one kernel: holds, 1 in 1 kernels        check one kernel: fails
    control a graph break: fails, found 2          control a graph break: passes, the check holds
    value step: 8 float32 lanes [isa]              profile compiler: clang 14
    ordering eager over compiled: confirmed 1.8 1.6 2.0
    ended: raised an exception: no such module

``== old CLAIM loop.cpp [isa]`` begins an excerpt, with its whole artifact after a line ``-- whole`` where it is more.
``== page article/lanes.md`` is a page of prose. ``== expected`` holds the entries as a terminal shows them.
"""

from __future__ import annotations

import json
import re
from dataclasses import replace
from pathlib import Path

import click
from prose_world import BUILD, PROFILE

from claims.engine import store
from claims.engine.diff.entries import ClaimDiff, claim_diff
from claims.engine.diff.render_text import entry_lines
from claims.engine.diff.sides import find_side
from claims.engine.model import Build, Check, ControlResult, Controls, Evidence, Excerpt, Look, Ordering, Value
from claims.engine.project import Project
from claims.engine.prose import read_prose

VERSIONS = {"old": "2.13.0", "new": "2.15.0"}
LANGUAGES = {"cpp": "cpp", "py": "python", "asm": "nasm", "txt": "text"}
#: What was timed is stored only where there was a look.
LOOK = Look("undecided", (), (0.0,))
_DEPENDS = re.compile(r"\s*\[([\w, ]+)\]$")


def sections(text: str) -> list[tuple[list[str], str]]:
    """Return each section's heading, in words, and its text."""
    parts = re.split(r"^== (.*)\n", text, flags=re.MULTILINE)[1:]
    return [(heading.split(" ", 2), body) for heading, body in zip(parts[::2], parts[1::2], strict=True)]


def expected(path: Path) -> str:
    return next(body for heading, body in sections(path.read_text(encoding="utf-8")) if heading == ["expected"])


def diff_of(path: Path, root: Path) -> ClaimDiff:
    """Lay down what a case says of both builds and return their claim diff."""
    found: dict[tuple[str, str], Evidence] = {}
    controls: dict[tuple[str, str], list[ControlResult]] = {}
    for heading, body in sections(path.read_text(encoding="utf-8")):
        if heading[0] == "page":
            page = root / "docs" / heading[1]
            page.parent.mkdir(parents=True, exist_ok=True)
            page.write_text(body, encoding="utf-8")
        for side in ("old", "new") if heading[0] == "both" else heading[:1]:
            if side in VERSIONS and body.startswith("ended: "):
                outcome, _, detail = body.strip().removeprefix("ended: ").partition(": ")
                store.write_ended(_folder(root, side, heading[1]), outcome, detail)
            elif side in VERSIONS:
                controls.setdefault((side, heading[1]), []).extend(_results(body))
                body_alone = "".join(f"{line}\n" for line in body.splitlines() if not line.startswith("control "))
                _add(found, side, heading[1], heading[2:], body_alone)
    for (side, claim), evidence in found.items():
        store.write_evidence(_folder(root, side, claim), evidence)
        if results := controls[side, claim]:
            store.write_controls(_folder(root, side, claim), Controls("d1", tuple(results)))
    project = Project(root, BUILD)
    return claim_diff(find_side(project, VERSIONS["old"]), find_side(project, VERSIONS["new"]), read_prose(project))


def entries_text(diff: ClaimDiff) -> str:
    """Return the entries under their classes, without colours."""
    lines = []
    for number, entry in enumerate(diff.entries, 1):
        lines += [entry.kind.value, *entry_lines(diff, number, entry)]
    return "".join(f"{click.unstyle(line).rstrip()}\n" for line in lines)


def _folder(root: Path, side: str, claim: str) -> Path:
    return root / "snippets" / f"torch-{VERSIONS[side]}" / claim.replace(".", "/", 1)


def _add(found: dict[tuple[str, str], Evidence], side: str, claim: str, rest: list[str], body: str) -> None:
    bare = Evidence(claim, f"What {claim} says.", Build(VERSIONS[side], "0" * 40), PROFILE)
    evidence = found.get((side, claim), bare)
    if rest:
        name, depends = _depends(rest[0])
        text, _, whole = body.partition("-- whole\n")
        excerpt = Excerpt(name, text, whole or text, LANGUAGES[name.rpartition(".")[2]], (), depends)
        evidence = replace(evidence, excerpts={**evidence.excerpts, name: excerpt})
    for line in [] if rest else body.splitlines():
        evidence = _piece(evidence, line)
    found[side, claim] = evidence


def _results(body: str) -> list[ControlResult]:
    lines = [line.removeprefix("control ").partition(": ") for line in body.splitlines() if line.startswith("control ")]
    return [
        ControlResult(condition, "a check", said.startswith("fails"), said.partition(", ")[2])
        for condition, _, said in lines
    ]


def _piece(evidence: Evidence, line: str) -> Evidence:
    kind, _, more = line.partition(" ")
    name, _, said = more.partition(": ")
    if kind == "check":
        verdict, _, seen = said.partition(", ")
        return replace(evidence, checks={**evidence.checks, name: Check(name, verdict == "holds", seen)})
    if kind == "value":
        said, depends = _depends(said)
        figure, _, unit = said.partition(" ")
        return replace(evidence, values={**evidence.values, name: Value(name, json.loads(figure), unit, depends)})
    if kind == "profile":
        return replace(evidence, profile=replace(evidence.profile, **{name: said}))
    if kind == "ordering":
        slower, _, faster = name.partition(" over ")
        verdict, *numbers = said.rsplit(" ", 3)
        ratio, low, high = map(float, numbers)
        ordering = Ordering(name, slower, faster, verdict=verdict, ratio=ratio, low=low, high=high, looks=(LOOK,))
        return replace(evidence, orderings={**evidence.orderings, name: ordering})
    if kind == "statement":
        return replace(evidence, statement=more)
    raise ValueError(f"a case cannot say {line!r}")


def _depends(text: str) -> tuple[str, tuple[str, ...]]:
    match = _DEPENDS.search(text)
    return (text[: match.start()], tuple(match[1].split(", "))) if match else (text, ())
