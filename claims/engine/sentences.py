"""Where a sentence of plain text ends.

A sentence is what a reviewer reads and what is fingerprinted, so a wrong cut makes noise: half a sentence
says nothing, and two in one are both suspect when either is reworded. What is open stays uncut.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

Span = tuple[int, int]

_END = re.compile(r"[.!?…]+[\"'”’»)\]*]*(?=\s)")
_LAST_WORD = re.compile(r"[^\s(\[{“‘\"']*$")
_OPENING = re.compile(r"[\"'“‘«(\[*]*")
_NAME = re.compile(r"\w+(?:[.:_]\w)|[a-z]+[A-Z\d]")
#: Never at the end of a sentence.
_INSIDE = frozenset({"approx", "ca", "cf", "e.g", "i.e", "incl", "resp", "viz", "vs"})
#: An abbreviation only where a digit follows: "see No. 4", but "Does it copy? No. The wrapper …".
_BEFORE_DIGIT = frozenset({"ch", "eq", "eqs", "fig", "figs", "no", "nos", "p", "pp", "sec", "vol"})
#: Ends a sentence only where the next word is capitalised.
_SOFT = frozenset({"al", "etc"})


def sentence_spans(text: str, code: Sequence[Span] = (), whole: Sequence[Span] = ()) -> list[Span]:
    """Return start and end of each sentence in `text`, whose white space is collapsed.

    Punctuation within the `code` spans ends nothing, and no cut is made within the `whole` spans (links).
    """
    masked = _mask(text, code)
    starts = {start for start, _ in code}
    spans, begin = [], 0
    for match in _END.finditer(masked):
        cut = match.end()
        if any(start <= cut < end for start, end in whole):
            continue
        if _ends(masked, match, begin, starts) and cut > begin:
            spans.append((begin, cut))
            begin = cut + 1
    if begin < len(text):
        spans.append((begin, len(text)))
    return spans


def split_sentences(text: str, code: Sequence[Span] = (), whole: Sequence[Span] = ()) -> list[str]:
    """Return the sentences of `text`; joined by one space each they give it back."""
    return [text[start:end] for start, end in sentence_spans(text, code, whole)]


def _mask(text: str, code: Sequence[Span]) -> str:
    for start, end in code:
        text = text[:start] + "x" * (end - start) + text[end:]
    return text


def _ends(text: str, match: re.Match[str], begin: int, code_starts: set[int]) -> bool:
    """Tell whether the punctuation of `match` ends a sentence, from the word before it and the one after."""
    following = match.end() + 1
    word = _LAST_WORD.search(text[begin : match.start()])
    before = word.group().lower().lstrip("*_") if word and match.group().startswith(".") else ""
    opening = _OPENING.match(text, following)
    first = opening.end() if opening else following
    next_character = text[first : first + 1]
    if before in _INSIDE or (before in _BEFORE_DIGIT and next_character.isdigit()):
        return False
    if before in _SOFT:
        return next_character.isupper() and first not in code_starts
    return first in code_starts or _opens(text, first)


def _opens(text: str, position: int) -> bool:
    """Tell whether a sentence can start here: a capital, a digit, a template, a name (``torch.compile``)."""
    character = text[position : position + 1]
    if character.isupper() or character.isdigit() or character == "{":
        return True
    if character.isalpha() and not character.islower():
        return True
    return _NAME.match(text, position) is not None
