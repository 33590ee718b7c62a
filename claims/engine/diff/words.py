"""Both sides of a change with the words marked that differ."""

from __future__ import annotations

import re
from dataclasses import dataclass
from difflib import SequenceMatcher

_WORD = re.compile(r"\d+(?:\.\d+)+\w*|\w+|\n|[^\S\n]+|.")
#: Below this likeness two sides have only blanks and brackets in common, and marks would mark everything.
_ALIKE = 0.35


@dataclass(frozen=True)
class Word:
    """A piece of a line."""

    text: str
    changed: bool


Marked = tuple[tuple[Word, ...], ...]


def mark(old: tuple[str, ...], new: tuple[str, ...]) -> tuple[Marked, Marked]:
    """Return the lines of both sides, in pieces that are the same on the other side and pieces that are not.

    Indentation that all lines have is left out. Where the sides have little in common, nothing is marked: the lines
    speak for themselves.
    """
    old, new = _flush(old, new)
    a, b = _WORD.findall("\n".join(old)), _WORD.findall("\n".join(new))
    matcher = SequenceMatcher(None, a, b, autojunk=False)
    if not old or not new or matcher.ratio() < _ALIKE:
        return _plain(old), _plain(new)
    left: list[Word] = []
    right: list[Word] = []
    for what, i1, i2, j1, j2 in matcher.get_opcodes():
        left += [Word("".join(a[i1:i2]), what != "equal")]
        right += [Word("".join(b[j1:j2]), what != "equal")]
    return _lines(left), _lines(right)


def _flush(old: tuple[str, ...], new: tuple[str, ...]) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return both sides without the blanks that every line begins with; a blank line has as many as there are."""
    common = min((len(line) - len(line.lstrip()) for line in [*old, *new] if line.strip()), default=0)
    return tuple(line[common:] for line in old), tuple(line[common:] for line in new)


def _plain(lines: tuple[str, ...]) -> Marked:
    return tuple((Word(line, False),) for line in lines)


def _lines(words: list[Word]) -> Marked:
    """Break marked text into lines again."""
    lines: list[list[Word]] = [[]]
    for word in words:
        for number, part in enumerate(word.text.split("\n")):
            if number:
                lines.append([])
            if part:
                lines[-1].append(Word(part, word.changed))
    return tuple(tuple(line) for line in lines)
