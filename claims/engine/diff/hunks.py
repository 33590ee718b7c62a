"""Where two texts differ in canonical form: hunks, whether an excerpt shows them, and what makes two of them equal."""

from __future__ import annotations

import functools
import re
from collections import Counter
from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher

from ..model import Excerpt
from .canonical import Aligned, align, matcher_of
from .names import Line, Token

_ELISION = re.compile(r"^\s*(?:(?://|#|;) )?… (\d+) lines?$", re.MULTILINE)
_NUMBER = re.compile(r"\d[\w.]*")
#: Two lines of a replaced block stand for each other where so many of their tokens agree.
_ALIKE = 0.5
_MANY = 900


@dataclass(frozen=True)
class Hunk:
    """A run of lines that differs, both sides as they are spelt."""

    old: tuple[str, ...]
    new: tuple[str, ...]
    line: int
    """Number of its first line in the new text."""
    excerpted: bool
    """Whether the excerpt shows a line of it, on either side."""
    key: Hashable
    """Equal for hunks that one upstream change makes in many texts: names and passing sizes do not count."""


@dataclass(frozen=True)
class TextDiff:
    """How two artifacts differ."""

    hunks: tuple[Hunk, ...]
    renamed: tuple[tuple[str, str], ...]
    reordered: bool
    """Whether the hunks hold the same lines on both sides, in another order."""


@functools.lru_cache(maxsize=4096)
def diff_excerpts(old: Excerpt, new: Excerpt) -> TextDiff:
    """Return how the whole artifacts differ; where they do not, how the excerpts were cut otherwise.

    Two builds are often compared twice: for the page of the pair, and for each claim's table of builds.
    """
    aligned = align(old.whole, new.whole, new.language)
    kept = kept_lines(old), kept_lines(new)
    hunks = _hunks(aligned, old.whole.splitlines(), new.whole.splitlines(), kept)
    if not hunks and _cut(old) != _cut(new):
        aligned = align(old.text, new.text, new.language)
        every = frozenset(range(len(old.text.splitlines()))), frozenset(range(len(new.text.splitlines())))
        hunks = _hunks(aligned, old.text.splitlines(), new.text.splitlines(), every)
    return TextDiff(tuple(hunks), aligned.renamed, bool(hunks) and _reordered(aligned))


def _cut(excerpt: Excerpt) -> list[int]:
    """Return which of the artifact's lines the excerpt shows, blank ones not counted."""
    kept = kept_lines(excerpt)
    solid = [index for index, line in enumerate(excerpt.whole.splitlines()) if line.strip()]
    return [number for number, index in enumerate(solid) if index in kept]


def kept_lines(excerpt: Excerpt) -> frozenset[int]:
    """Return the indices of the artifact's lines that the excerpt shows, found by its lines and its elisions."""
    whole = [(index, line.strip()) for index, line in enumerate(excerpt.whole.splitlines()) if line.strip()]
    wanted: list[tuple[int, str]] = []
    at = 0
    for line in excerpt.text.splitlines():
        if match := _ELISION.fullmatch(line):
            at += int(match[1])
        elif line.strip():
            wanted.append((at, line.strip()))
            at += 1
    for start in range(len(whole) - at + 1):
        if all(whole[start + offset][1] == line for offset, line in wanted):
            return frozenset(whole[start + offset][0] for offset, _ in wanted)
    # Cut in another way than `Cut.text` does: any line that reads the same counts as shown.
    shown = {line for _, line in wanted}
    return frozenset(index for index, line in whole if line in shown)


def uncounted(text: str) -> str:
    """Return the text of an excerpt without the numbers of the lines that it leaves out."""
    return _ELISION.sub(lambda match: match[0].replace(match[1], ""), text)


def _hunks(aligned: Aligned, old: list[str], new: list[str], kept: tuple[frozenset[int], frozenset[int]]) -> list[Hunk]:
    found = []
    for i1, i2, j1, j2 in _ranges(aligned):
        if not any(line.strip() for line in [*old[i1:i2], *new[j1:j2]]):
            continue
        excerpted = not kept[0].isdisjoint(range(i1, i2)) or not kept[1].isdisjoint(range(j1, j2))
        key = hunk_key(aligned.old[i1:i2], aligned.new[j1:j2])
        found.append(Hunk(tuple(old[i1:i2]), tuple(new[j1:j2]), min(j1 + 1, max(len(new), 1)), excerpted, key))
    return found


def _ranges(aligned: Aligned) -> list[tuple[int, int, int, int]]:
    """Return the ranges of lines that differ; where lines of a replaced block stand for each other, one by one."""
    ranges = []
    matcher = matcher_of(aligned.old_keys, aligned.new_keys)
    for what, i1, i2, j1, j2 in matcher.get_opcodes():
        if what == "equal":
            continue
        at = i1, j1
        pairs = partners(aligned.old[i1:i2], aligned.new[j1:j2])
        for i, j in [*((i1 + i, j1 + j) for i, j in pairs), (i2, j2)]:
            if at != (i, j):
                ranges.append((at[0], i, at[1], j))
            if (i, j) != (i2, j2):
                ranges.append((i, i + 1, j, j + 1))
            at = i + 1, j + 1
    return ranges


def partners(old: Sequence[Line], new: Sequence[Line]) -> list[tuple[int, int]]:
    """Return which lines of a replaced block stand for each other, in order: the pairs that are most alike in sum.

    A block of more than `_MANY` pairs has none: it was rewritten.
    """
    if not old or not new or len(old) * len(new) > _MANY:
        return []
    plain = [_plain(line) for line in old], [_plain(line) for line in new]
    best: dict[tuple[int, int], tuple[float, list[tuple[int, int]]]] = {}

    def at(i: int, j: int) -> tuple[float, list[tuple[int, int]]]:
        return best.get((i, j), (0.0, []))

    for i, one in enumerate(plain[0], 1):
        for j, other in enumerate(plain[1], 1):
            likeness = SequenceMatcher(None, one, other, autojunk=False).ratio()
            found = max(at(i - 1, j), at(i, j - 1), key=lambda f: f[0])
            if likeness >= _ALIKE and at(i - 1, j - 1)[0] + likeness > found[0]:
                score, pairs = at(i - 1, j - 1)
                found = score + likeness, [*pairs, (i - 1, j - 1)]
            best[i, j] = found
    return at(len(old), len(new))[1]


def _reordered(aligned: Aligned) -> bool:
    gone = Counter(key for i1, i2, _, _ in _ranges(aligned) for key in aligned.old_keys[i1:i2] if key)
    come = Counter(key for _, _, j1, j2 in _ranges(aligned) for key in aligned.new_keys[j1:j2] if key)
    return gone == come


def hunk_key(old: Sequence[Line], new: Sequence[Line]) -> Hashable:
    """Return what two hunks have in common that one upstream change made.

    Of a line that changed in part, the words that changed with their neighbours; else the lines. Names are numbered in
    order; so are numbers, where the change is not one of a number for another.
    """
    if len(old) == len(new) == 1:
        a, b = _solid(old[0]), _solid(new[0])
        parts = []
        words = SequenceMatcher(None, [_word(t) for t in a], [_word(t) for t in b], autojunk=False).get_opcodes()
        for what, i1, i2, j1, j2 in words:
            if what != "equal":
                parts.append((a[max(i1 - 1, 0) : i2 + 1], b[max(j1 - 1, 0) : j2 + 1], a[i1:i2], b[j1:j2]))
        # A change of signs or numbers alone says too little by itself.
        if any(len(token.text) > 2 and token.text[0].isalpha() for *_, x, y in parts for token in [*x, *y]):
            return tuple(("words", *_numbered([x], [y], literal=_exchanged(p, q))) for x, y, p, q in parts)
    lines = [_solid(line) for line in old], [_solid(line) for line in new]
    exchanged = _exchanged([t for line in lines[0] for t in line], [t for line in lines[1] for t in line])
    return ("lines", *_numbered(*lines, literal=exchanged))


def _exchanged(old: Sequence[Token], new: Sequence[Token]) -> bool:
    """Tell whether there are numbers on both sides and they differ."""
    a, b = ([t.text for t in side if _NUMBER.fullmatch(t.text)] for side in (old, new))
    return bool(a) and bool(b) and a != b


def _numbered(old: Sequence[Line], new: Sequence[Line], *, literal: bool) -> tuple[Hashable, Hashable]:
    """Return both sides with names, and numbers unless they are `literal`, in the order in which they come."""
    seen: dict[Hashable, int] = {}

    def word(token: Token) -> Hashable:
        if token.stem:
            return (token.stem, seen.setdefault(("name", token.text), len(seen)))
        if not literal and _NUMBER.fullmatch(token.text):
            return ("number", seen.setdefault(("number", token.text), len(seen)))
        return token.text

    return tuple(tuple(map(word, line)) for line in old), tuple(tuple(map(word, line)) for line in new)


def _solid(line: Line) -> Line:
    return tuple(token for token in line if not token.blank)


def _plain(line: Line) -> list[str]:
    return [_word(token) for token in _solid(line)]


def _word(token: Token) -> str:
    return f"<{token.stem}>" if token.stem else token.text
