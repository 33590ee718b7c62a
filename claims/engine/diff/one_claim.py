"""The claim diff of a single claim, for a reviewer who walks through the claims one by one."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import click

from .. import store
from ..references import Prose
from . import reading
from .cited import Source
from .entries import ClaimDiff, claim_diff
from .reading import ALL, SHORT, Limits
from .render_text import entry_lines, source_lines
from .sides import Side


def diff_of_claim(claim: str, old: Path, new: Path, at_hand: Mapping[str, Source]) -> str:
    """Return what changed of a claim between the folders of two builds, without colours and without its sentences.

    It ends with the command that shows what is merely counted, where anything is. `at_hand` is the source that claims
    cite, by version. Raises TornEvidence where a file cannot be read back.
    """
    sides = [_side(claim, folder) for folder in (old, new)]
    diff = claim_diff(sides[0], sides[1], Prose((), (), ()), (), at_hand)
    shown, whole = _lines(diff, SHORT), _lines(diff, ALL)
    head = f"{sides[0].title} → {sides[1].title}"
    command = f"python -m claims diff {sides[0].name} {sides[1].name} {claim} --all"
    return "\n".join([head, *(shown or ["the same evidence"]), *([f"all of it: {command}"] if shown != whole else [])])


def _lines(diff: ClaimDiff, limits: Limits) -> list[str]:
    lines = []
    for number, entry in enumerate(diff.entries, 1):
        lines += [f"{entry.kind.value}:", *(click.unstyle(line) for line in entry_lines(diff, number, entry, limits))]
    for source, _ in reading.cited_elsewhere(diff):
        lines += source_lines(source, limits)
    return lines


def _side(claim: str, folder: Path) -> Side:
    name = folder.name.removeprefix("torch-")
    own = folder / claim.replace(".", "/", 1)
    evidence, controls = store.read_evidence(own), store.read_controls(own)
    return Side(name, folder, {claim: evidence} if evidence else {}, {}, {claim: controls} if controls else {})
