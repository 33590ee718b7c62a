"""One consistent renaming between two texts, so that a change of names alone is no change.

Each made-up name of the old text stands for one of the new text at most, and each of the new for one of the old, of the
same stem. Lines that are then the same are the same; a renamed temporary with another operand is not.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable
from dataclasses import dataclass
from difflib import SequenceMatcher

from .names import Line, Token, assigned_stems, tokenise

Identity = tuple[str, tuple[int, int]]
#: A line as it is compared: names as what they stand for, a run of blanks as one.
Key = tuple[Hashable, ...]
Named = Callable[[Token], Hashable]


@dataclass(frozen=True)
class Aligned:
    """Two texts, line by line in a form that can be compared."""

    old: list[Line]
    """Names spelt as the names of the new text that they stand for."""
    new: list[Line]
    old_keys: list[Key]
    new_keys: list[Key]
    renamed: tuple[tuple[str, str], ...]
    """Names that stand for each other and are spelt otherwise, in the order of the old text."""


def align(old: str, new: str, language: str) -> Aligned:
    """Return both texts in one canonical form."""
    stems = assigned_stems(old, language), assigned_stems(new, language)
    both = {*stems[0].values()} & {*stems[1].values()}
    before, after = (
        tokenise(text, language, {word: stem for word, stem in own.items() if stem in both})
        for text, own in zip((old, new), stems, strict=True)
    )
    standing = _standing(before, after)
    taken = dict.fromkeys(standing.values())
    renamed = dict.fromkeys((a[0], b[0]) for a, b in standing.items() if a[0] != b[0])
    return Aligned(
        [tuple(_as_new(token, standing) for token in line) for line in before],
        after,
        [_key(line, lambda token: standing.get(token.identity, ("old", token.identity))) for line in before],
        [_key(line, lambda token: token.identity if token.identity in taken else ("new", token.identity))
         for line in after],
        tuple(renamed),
    )  # fmt: skip


def matcher_of(old: list[Key], new: list[Key]) -> SequenceMatcher[int]:
    """Return a matcher of two lists of lines; the lines are numbered first, since they are hashed over and over."""
    numbers: dict[Key, int] = {}
    one, other = ([numbers.setdefault(key, len(numbers)) for key in keys] for keys in (old, new))
    return SequenceMatcher(None, one, other, autojunk=False)


def _standing(before: list[Line], after: list[Line]) -> dict[Identity, Identity]:
    """Return what each name of the old text stands for: the partner that it meets in most lines of the same form."""
    votes: Counter[tuple[Identity, Identity]] = Counter()
    blind_before = [_key(line, lambda token: ("name", token.stem)) for line in before]
    blind_after = [_key(line, lambda token: ("name", token.stem)) for line in after]
    for a, b, size in matcher_of(blind_before, blind_after).get_matching_blocks():
        for left, right in zip(before[a : a + size], after[b : b + size], strict=True):
            pairs = zip(_names(left), _names(right), strict=True)
            votes.update((one.identity, other.identity) for one, other in pairs)
    standing: dict[Identity, Identity] = {}
    for (one, other), _ in votes.most_common():
        if one not in standing and other not in standing.values():
            standing[one] = other
    return {one: standing[one] for line in before for one in (t.identity for t in _names(line)) if one in standing}


def _as_new(token: Token, standing: dict[Identity, Identity]) -> Token:
    partner = standing.get(token.identity)
    return Token(partner[0], token.stem, partner[1]) if token.stem and partner else token


def _names(line: Line) -> list[Token]:
    return [token for token in line if token.stem]


def _key(line: Line, named: Named) -> Key:
    return tuple(named(token) if token.stem else " " * len(token.text) if at == 0 and token.blank else
                 " " if token.blank else token.text for at, token in enumerate(line))  # fmt: skip
