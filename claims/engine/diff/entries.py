"""Groups the changes of all claims into entries to read.


What one upstream change did to several claims is one entry that lists them. What is left of a claim is one entry of its
worst class.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from ..references import Prose
from .changes import RATIOS, Change, changes_of
from .cited import Source, SourceDiff, cited_sources
from .classes import Class
from .sides import Side
from .touched import Sentence, sentences_of

#: What a tree of guards or a list puts in front of its lines, and a word that says something.
_ORNAMENT = re.compile(r"^[\s|+-]+(?=[\w.@%<(])")
_WORD = re.compile(r"[A-Za-z]{3}")


@dataclass(frozen=True)
class Entry:
    """One thing for a reviewer to read."""

    kind: Class
    title: str
    """One phrase; code in it stands between backticks."""
    changes: tuple[Change, ...]
    """Those of every claim, worst first."""
    claims: tuple[str, ...]
    excerpted: tuple[str, ...] = ()
    """Those of the claims in which an excerpt shows it."""
    sentences: tuple[Sentence, ...] = ()
    also: tuple[int, ...] = ()
    """Numbers of the shared entries that reach the claim too; of an entry on one claim."""
    example: str = ""
    """The claim whose changes stand for those of all; empty where each claim's are its own."""

    @property
    def reordered(self) -> bool:
        return all(change.reordered for change in self.changes)


@dataclass(frozen=True)
class ClaimDiff:
    """What a change of the build did to all claims."""

    old: Side
    new: Side
    entries: tuple[Entry, ...]
    standings: dict[str, Class] = field(default_factory=dict)
    """The class of each claim: that of its worst change."""
    cited: dict[str, tuple[SourceDiff, ...]] = field(default_factory=dict)
    """What became of PyTorch's source, of the claims that cite it."""

    def claims_in(self, kind: Class) -> list[str]:
        return sorted(claim for claim, standing in self.standings.items() if standing is kind)


def claim_diff(
    old: Side, new: Side, prose: Prose, only: Iterable[str] = (), at_hand: Mapping[str, Source] | None = None
) -> ClaimDiff:
    """Return the claim diff of two sides; of the claims `only` names, where it names any.

    `at_hand` says where which PyTorch is installed, for the source that claims cite.
    """
    known = sorted({*old.evidence, *new.evidence, *old.ended, *new.ended})
    wanted = set(only)
    changes = {claim: changes_of(claim, old, new) for claim in known if not wanted or claim in wanted}
    ran = {*old.evidence, *new.evidence}
    standings = {claim: _standing(found) if claim in ran else Class.NOT_RUN for claim, found in changes.items()}
    cited = {
        claim: found
        for claim in standings
        if claim in old.evidence and claim in new.evidence
        if (found := cited_sources(old.evidence[claim], new.evidence[claim], at_hand or {}))
    }
    return ClaimDiff(old, new, tuple(_numbered(_entries(changes, prose))), standings, cited)


def _standing(changes: list[Change]) -> Class:
    return min((change.kind for change in changes), key=lambda kind: kind.rank, default=Class.UNCHANGED)


def _entries(changes: dict[str, list[Change]], prose: Prose) -> list[Entry]:
    shared = _shared(changes)
    entries, left_out = [], list[Entry]()
    for members in shared.values():
        entry = _shared_entry(members, prose)
        if _quiet(entry) and len(members) < FEW:
            every = tuple(change for claim in sorted(members) for change in members[claim])
            left_out.append(replace(entry, changes=every))
        else:
            entries.append(entry)
    taken = {id(change) for members in shared.values() for found in members.values() for change in found}
    for claim, found in changes.items():
        # Names that moved beside a change that is read anyway are folded into it.
        if own := [change for change in found if id(change) not in taken and change.kind.is_read]:
            entry = _own_entry(claim, own, prose)
            (left_out if _quiet(entry) else entries).append(entry)
    return entries + _folded(left_out)


def _quiet(entry: Entry) -> bool:
    """Tell whether no excerpt shows any of it."""
    return entry.kind is Class.CODE and not entry.excerpted and not entry.reordered


#: A change that no excerpt shows, and that reaches fewer claims than this, is told with others of its kind.
FEW = 5


def _shared(changes: dict[str, list[Change]]) -> dict[Hashable, dict[str, list[Change]]]:
    """Return what several claims have in common, by class and claims: claim, then its changes.

    Changes that reach the very same claims, and show in the very same excerpts, come from one upstream change as far
    as anyone can see here.
    """
    by_key: dict[tuple[Class, bool, Hashable], dict[str, list[Change]]] = defaultdict(lambda: defaultdict(list))
    for claim, found in changes.items():
        only_renamed = _standing(found) is Class.RENAMED
        for change in found:
            if change.key is not None and (change.kind is not Class.RENAMED or only_renamed):
                by_key[change.kind, change.reordered, change.key][claim].append(change)
    groups: dict[Hashable, dict[str, list[Change]]] = {}
    for (kind, reordered, key), members in by_key.items():
        listed = not kind.is_read
        if len(members) > 1 or listed:
            shown = frozenset(claim for claim, found in members.items() if any(c.excerpted for c in found))
            alike: Hashable = key if listed else (frozenset(members), shown)
            group = groups.setdefault((kind, reordered, alike), {})
            for claim, found in members.items():
                group.setdefault(claim, []).extend(found)
    return groups


def _shared_entry(members: dict[str, list[Change]], prose: Prose) -> Entry:
    shown = tuple(sorted(claim for claim, found in members.items() if any(c.excerpted for c in found)))
    # An excerpt that shows it says more than a whole artifact.
    first = min(members, key=lambda claim: (claim not in shown, len(members[claim]), claim))
    kind = members[first][0].kind
    own = tuple(sorted(members[first], key=_order))
    rest = (change for claim, found in sorted(members.items()) if claim != first for change in found)
    changes = (*own, *rest)
    sentences = sentences_of(prose, [change for found in members.values() for change in found])
    if kind is Class.CODE:
        return Entry(kind, _headline(distinct(own)), changes, tuple(sorted(members)), shown, sentences, example=first)
    if kind is Class.RENAMED:
        return Entry(kind, "names, numbers of names and blanks alone", changes, tuple(sorted(members)), (), sentences)
    if kind is Class.NOT_RUN and len({change.what for change in changes}) > 1:
        return Entry(kind, "a build has no evidence of these claims", changes, tuple(sorted(members)))
    if changes[0].key == RATIOS:
        return Entry(kind, RATIOS, changes, tuple(sorted(members)), shown, sentences)
    title = changes[0].title or changes[0].what
    return Entry(kind, title, changes, tuple(sorted(members)), shown, sentences, example=first)


def distinct(changes: Iterable[Change]) -> list[Change]:
    """Return the first change of each key: a flag that every kernel of a wrapper has is read once."""
    first: dict[Hashable, Change] = {}
    for change in changes:
        first.setdefault(change if change.key is None else change.key, change)
    return list(first.values())


def _headline(changes: Sequence[Change]) -> str:
    """Return a title from the first change that has a line with a word in it."""
    told = next((change for change in changes if _telling(change)), changes[0])
    how = "now" if told.old and told.new else "added" if told.new else "removed"
    if told.reordered:
        how = "in another order"
    more = f", and {len(changes) - 1} more" if len(changes) > 1 else ""
    return f"{how}: {line_of(told) or 'blank lines'}{more}"


def line_of(change: Change) -> str:
    """Return the line that says most of a change of code, between backticks; empty where all are blank."""
    first = next((line.strip() for line in change.new or change.old if line.strip()), "")
    line = _telling(change) or first
    return _code(line) if line else ""


def _telling(change: Change) -> str:
    """Return the first line that holds a word of three letters, from its first letter or sign that is no ornament."""
    lines = [_ORNAMENT.sub("", line) for line in change.new or change.old]
    return next((line.strip() for line in lines if _WORD.search(line)), "")


def _code(line: str, width: int = 76) -> str:
    """Return a line of code between backticks, cut to `width`."""
    line = line.replace("`", "'")
    return f"`{line if len(line) <= width else line[: width - 1] + '…'}`"


def _own_entry(claim: str, changes: list[Change], prose: Prose) -> Entry:
    ordered = tuple(sorted(changes, key=_order))
    shown = (claim,) if any(c.excerpted and c.kind is ordered[0].kind for c in changes) else ()
    title = f"{claim}: {ordered[0].title or ordered[0].what}"
    return Entry(ordered[0].kind, title, ordered, (claim,), shown, sentences_of(prose, changes))


def _folded(entries: list[Entry]) -> list[Entry]:
    """Return one entry for all claims whose left-out parts changed, alone or with a few others."""
    if len(entries) < 2:
        return [_told_once(entry) for entry in entries]
    return [
        Entry(
            Class.CODE,
            "the part that the excerpt leaves out changed, alone or in a few claims alike",
            tuple(change for entry in entries for change in entry.changes),
            tuple(sorted({claim for entry in entries for claim in entry.claims})),
            (),
            tuple(dict.fromkeys(sentence for entry in entries for sentence in entry.sentences)),
        )
    ]


def _told_once(entry: Entry) -> Entry:
    """Return an entry on several claims with one claim's changes standing for all."""
    return replace(entry, example=entry.changes[0].claim)


def _order(change: Change) -> tuple[int, bool, bool, str, int]:
    return change.kind.rank, not change.excerpted, change.reordered, change.piece, change.number


def _numbered(entries: list[Entry]) -> list[Entry]:
    """Return the entries worst first, each on one claim with the numbers of the shared ones that reach it."""
    ordered = sorted(
        entries,
        key=lambda e: (e.kind.rank, e.reordered, not e.excerpted, -len(e.claims), -len(e.sentences), e.title, e.claims),
    )
    return [
        entry
        if len(entry.claims) != 1 or not entry.kind.is_read
        else Entry(
            entry.kind, entry.title, entry.changes, entry.claims, entry.excerpted, entry.sentences,
            tuple(n for n, other in enumerate(ordered, 1)
                  if len(other.claims) > 1 and entry.claims[0] in other.claims and other.kind.is_read),
        )
        for entry in ordered
    ]  # fmt: skip
