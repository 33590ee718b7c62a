"""The claim diff of a single claim, for a reviewer who walks through the claims one by one."""

from __future__ import annotations

from pathlib import Path

import click

from .. import store
from ..references import Prose
from .entries import claim_diff
from .render_text import entry_lines
from .sides import Side


def diff_of_claim(claim: str, old: Path, new: Path) -> str:
    """Return what changed of a claim between the folders of two builds, without colours and without its sentences.

    Raises TornEvidence where a file cannot be read back.
    """
    sides = [_side(claim, folder) for folder in (old, new)]
    diff = claim_diff(sides[0], sides[1], Prose((), (), ()))
    lines = [f"{sides[0].title} → {sides[1].title}"]
    for number, entry in enumerate(diff.entries, 1):
        lines += [f"{entry.kind.value}:", *(click.unstyle(line) for line in entry_lines(diff, number, entry))]
    return "\n".join([*lines, *(["the same evidence"] if not diff.entries else [])])


def _side(claim: str, folder: Path) -> Side:
    name = folder.name.removeprefix("torch-")
    own = folder / claim.replace(".", "/", 1)
    evidence, controls = store.read_evidence(own), store.read_controls(own)
    return Side(name, folder, {claim: evidence} if evidence else {}, {}, {claim: controls} if controls else {})
