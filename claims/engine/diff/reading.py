"""How much of an entry is shown, and the phrases that every form of the report uses."""

from __future__ import annotations

import sys
from dataclasses import dataclass

from .changes import Change
from .cited import SourceDiff
from .classes import Class
from .entries import ClaimDiff, Entry, distinct, line_of


@dataclass(frozen=True)
class Limits:
    """How much of an entry is shown before the rest is counted. JSON has all of it, whatever they are."""

    changes: int = 4
    lines: int = 12
    """Of one side of a change."""
    sentences: int = 4
    source: int = 40
    """Lines of the diff of a cited definition."""


SHORT = Limits()
ALL = Limits(*[sys.maxsize] * 4)
#: Over what `cited_elsewhere` returns.
ELSEWHERE = "Cited source that changed beside them"
#: Classes whose claims are listed in one entry or line and need no reading.
LISTED = (Class.RENAMED, Class.NOT_COMPARABLE, Class.NOT_RUN)


def headline(diff: ClaimDiff) -> str:
    """Return one line: both builds, how many claims, how many entries."""
    read = sum(entry.kind.is_read for entry in diff.entries)
    listed = len(diff.entries) - read
    return (
        f"{diff.old.title} → {diff.new.title}: {many(len(diff.standings), 'claim')}, {many(read, 'entry')} to read"
        + (f", {listed} listed" if listed else "")
    )


def many(count: int, noun: str) -> str:
    """Return a count with its noun, in the plural where it is not one: ``1 entry``, ``3 entries``."""
    if count == 1:
        return f"1 {noun}"
    return f"{count} {noun[:-1]}ies" if noun.endswith("y") else f"{count} {noun}s"


def counts(diff: ClaimDiff) -> str:
    """Return how many claims stand in each class, worst first."""
    return " · ".join(f"{kind.value} {len(diff.claims_in(kind))}" for kind in Class)


def reach(entry: Entry) -> str:
    """Return how many claims an entry covers, and in how many of them an excerpt shows it; empty for one claim."""
    if len(entry.claims) == 1 and entry.kind not in LISTED:
        return ""
    words = many(len(entry.claims), "claim")
    if entry.kind is not Class.CODE:
        return words
    if not entry.excerpted:
        return f"{words}, in no excerpt"
    return f"{words}, in an excerpt of {len(entry.excerpted)}"


def the_claims(entry: Entry) -> str:
    """Return what the folded list of an entry's claims is headed by."""
    return f"The {len(entry.claims)} claims" if len(entry.claims) > 1 else "The claim"


def touched(entry: Entry) -> tuple[list[str], int]:
    """Return the places of the sentences that an entry on several claims touches, those of one page together.

    Where an excerpt shows the change, they are those of the claims that have it, and the number of the others follows.
    """
    near = [s for s in entry.sentences if not entry.excerpted or s.claim in entry.excerpted]
    pages: dict[str, list[int]] = {}
    for sentence in near:
        page, _, line = sentence.where.rpartition(":")
        pages.setdefault(page, []).append(int(line))
    places = [f"{page}:{','.join(map(str, sorted(set(lines))))}" for page, lines in pages.items()]
    return places, len(entry.sentences) - len(near)


def detail(entry: Entry) -> list[Change]:
    """Return the changes that are shown: those of the claim that stands for all, or the first of each claim."""
    if entry.kind in LISTED:
        return []
    if is_folded(entry):
        return [next(c for c in entry.changes if c.claim == claim) for claim in entry.claims]
    if not entry.example:
        return list(entry.changes)
    return distinct(change for change in entry.changes if change.claim == entry.example)


def is_folded(entry: Entry) -> bool:
    """Tell whether an entry names a change of each claim, in a line, because no claim stands for the others."""
    return len(entry.claims) > 1 and not entry.example and entry.kind not in LISTED


def in_a_line(change: Change) -> str:
    """Return what a folded entry says of a change: the phrase, and the line that says most of it."""
    line = line_of(change) if change.kind is Class.CODE else ""
    return f"{change.claim}: {change.title or change.what}{f', {line}' if line else ''}"


def listing(entry: Entry) -> list[str]:
    """Return a line a claim for an entry that needs no reading: what was renamed, which piece is not comparable."""
    lines = []
    for claim in entry.claims:
        own = [change for change in entry.changes if change.claim == claim]
        pieces = [f"{c.piece}: {c.what}" if entry.kind is Class.RENAMED else f"“{c.piece}”" for c in own if c.piece]
        if entry.kind is Class.NOT_RUN and any(c.what != entry.title for c in own):
            pieces = list(dict.fromkeys(c.what for c in own))
        lines.append(f"{claim}  {'; '.join(pieces)}".rstrip())
    return lines


def cited(diff: ClaimDiff, entry: Entry) -> list[SourceDiff]:
    """Return the cited definitions that an entry on one claim shows."""
    return list(diff.cited.get(entry.claims[0], ())) if len(entry.claims) == 1 else []


def cited_elsewhere(diff: ClaimDiff) -> list[tuple[SourceDiff, list[str]]]:
    """Return the cited definitions that changed and that no entry shows, each once with the claims that cite it."""
    shown = {source for e in diff.entries if e.kind not in LISTED for source in cited(diff, e)}
    claims: dict[SourceDiff, list[str]] = {}
    for claim, found in sorted(diff.cited.items()):
        for source in found:
            if source.lines and source not in shown:
                claims.setdefault(source, []).append(claim)
    return list(claims.items())


def cited_line(source: SourceDiff) -> str:
    """Return one line on a cited definition: where it is in both builds, and what became of it."""
    places = source.old if source.old == source.new else " → ".join(p for p in (source.old, source.new) if p)
    return f"cites {places}: {source.note}"


def more(total: int, shown: int, what: str) -> str:
    """Return how much is left out, or nothing where nothing is; `what` in the singular."""
    return f"… and {many(total - shown, f'more {what}')}" if total > shown else ""


def place(diff: ClaimDiff, change: Change) -> str:
    """Return where the evidence of a change lies, from the folder that holds the builds."""
    return "/".join([*diff.new.place(change.claim).parts[-3:], change.where]) if change.where else ""
