"""The sentences that rest on what changed, and where they stand."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from ..references import Prose
from .changes import Change
from .classes import Class


@dataclass(frozen=True)
class Sentence:
    """A sentence of the prose that a change touches."""

    where: str
    """``docs/article/lanes.md:31``"""
    text: str
    """The sentence; of an excerpt that a page shows, its path."""
    claim: str


def sentences_of(prose: Prose, changes: Iterable[Change]) -> tuple[Sentence, ...]:
    """Return the sentences that changes touch, in the order of the text.

    A value touches the sentences that quote it, and every sentence on its claim where none does. An excerpt touches the
    pages that show it too. What was not run or cannot be compared touches none.
    """
    places: dict[Sentence, tuple[str, int]] = {}
    for change in changes:
        if change.kind in (Class.NOT_RUN, Class.NOT_COMPARABLE):
            continue
        named = [r for r in prose.references if r.claim == change.claim and not r.recorded]
        quoting = [r for r in named if r.fragment and r.fragment == change.piece]
        for reference in quoting or named:
            sentence = Sentence(f"{reference.page}:{reference.line}", reference.sentence, change.claim)
            places[sentence] = (reference.page, reference.line)
        for include in prose.includes:
            if include.path == f"{change.claim.replace('.', '/', 1)}/{change.piece}" and change.excerpted:
                shown = Sentence(f"{include.page}:{include.line}", f"shows {include.path}", change.claim)
                places[shown] = (include.page, include.line)
    first: dict[tuple[str, str], Sentence] = {}
    for sentence in sorted(places, key=lambda s: places[s]):
        first.setdefault((sentence.text, sentence.claim), sentence)
    return tuple(first.values())
