"""Lines of generated text as tokens, and which of the tokens are names that a compiler makes up and numbers.

Such a name may be exchanged for another of its stem without changing what the text means: ``tmp3`` for ``tmp7``,
``buf0`` for ``buf2``, ``add`` for ``add_1`` where both are assigned, a kernel's name for a kernel's name.
"""

from __future__ import annotations

import functools
import re
from collections.abc import Mapping
from dataclasses import dataclass

#: A place in a source file is one token, so that a function that only moved counts as renamed.
_TOKEN = re.compile(r"(?:[\w.-]+/)+[\w.-]+\.(?:py|h|cpp)(?::\d+)|\.?[A-Za-z_]\w*|\d[\w.]*|\s+|.")
_PLACE = re.compile(r"(.*/.*\.(?:py|h|cpp)):\d+")
_KERNEL = re.compile(r"(?:cpp|triton)_fused_\w+")
#: Names of values within one function: they start anew in each, and where they are defined again.
_LOCAL = re.compile(r"(tmp|x|in_ptr|out_ptr|in_out_ptr)\d+(?:_[a-z]\w*)?")
#: Symbols such as ``s0`` and ``u1``, and not the widths of types: ``u8``, ``s32``.
_GLOBAL = re.compile(r"(buf|arg|primals_|tangents_|ks|op|z|graph_|getitem_|[su](?!(?:8|16|32|64|128)$))\d+(?:_\d+)?")
_LABEL = re.compile(r"(\.L)\d+")
_NUMBERED = re.compile(r"([a-z][a-z_]*?)(?:_\d+)?")
_ASSIGNED = re.compile(r"^\s*([a-z]\w*)(?:\s*:\s*[^=]+?)?\s=\s", re.MULTILINE)
_FUNCTION = re.compile(r"^\s*(?:def |class )|\bextern \"C\"")
_WORD = re.compile(r"[\w>&*]+")
_LITERAL = re.compile(r"\"[^\"]*\"|'[^']*'")
_QUOTING = ("cpp", "python")
#: Languages whose lines mean the same however far they are indented.
_UNINDENTED = ("cpp", "nasm", "asm")


@dataclass(frozen=True)
class Token:
    """A word, a number, a sign or a run of blanks."""

    text: str
    stem: str = ""
    """What kind of made-up name it is; empty for all else."""
    scope: tuple[int, int] = (0, 0)
    """Function and definition that a local name belongs to."""
    quoted: bool = False
    """Whether it stands between quotes, where a blank counts like a letter."""

    @property
    def blank(self) -> bool:
        return self.text.isspace() and not self.quoted

    @property
    def identity(self) -> tuple[str, tuple[int, int]]:
        """What tells this name from another of the same spelling."""
        return self.text, self.scope


Line = tuple[Token, ...]


def assigned_stems(text: str, language: str) -> dict[str, str]:
    """Return the stem of each name that a Python text or a listing assigns: ``add_1`` is one of ``add``."""
    if language in _UNINDENTED:
        return {}
    return {word: match[1] for word in _ASSIGNED.findall(text) if (match := _NUMBERED.fullmatch(word))}


def tokenise(text: str, language: str, stems: Mapping[str, str]) -> list[Line]:
    """Return the tokens of each line, indentation left out where the language does not mind.

    `stems` are the stems of names that no pattern knows.
    """
    function, definitions = 0, dict[str, int]()
    lines = []
    for line in text.splitlines():
        if _FUNCTION.search(line):
            function += 1
        line = line.strip() if language in _UNINDENTED else line.rstrip()
        matches = list(_TOKEN.finditer(line))
        words = [match[0] for match in matches]
        literals = [match.span() for match in _LITERAL.finditer(line)] if language in _QUOTING else []
        tokens = []
        for at, word in enumerate(words):
            stem, local = _stem(word, language)
            stem = stem or stems.get(word, "")
            if local and _defines(words, at):
                definitions[word] = definitions.get(word, 0) + 1
            scope = (function, definitions.get(word, 0)) if local else (0, 0)
            start = matches[at].start()
            tokens.append(Token(word, stem, scope, any(first <= start < last for first, last in literals)))
        lines.append(tuple(tokens))
    return lines


@functools.lru_cache(maxsize=65536)
def _stem(word: str, language: str) -> tuple[str, bool]:
    """Return the stem of a made-up name and whether it is local to a function; no stem for any other word."""
    if language in ("nasm", "asm"):
        match = _LABEL.fullmatch(word)
        return (match[1], False) if match else ("", False)
    if match := _PLACE.fullmatch(word):
        return match[1], False
    if _KERNEL.fullmatch(word):
        return "kernel", False
    if match := _LOCAL.fullmatch(word):
        return match[1], True
    if match := _GLOBAL.fullmatch(word):
        return match[1], False
    return "", False


def _defines(words: list[str], at: int) -> bool:
    """Tell whether the word at `at` is defined here: a type before it, one equals sign after it."""
    after = [word for word in words[at + 1 : at + 4] if not word.isspace()]
    before = [word for word in words[max(at - 2, 0) : at] if not word.isspace()]
    return bool(after[:1] == ["="] and after[1:2] != ["="] and before and _WORD.fullmatch(before[-1]))
