"""What the pages say of claims: links, excerpts, sentences."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Reference:
    """A link from prose to a claim: ``[8](claim:lanes.float32#step)``."""

    page: str
    """Path from the project's root, such as ``docs/article/lanes.md``."""
    line: int
    text: str
    """The link's text without markup."""
    claim: str
    fragment: str
    """Name of the value that the text must equal or is filled from; empty where the phrase is carried by the claim."""
    sentence: str
    """The whole sentence, normalised: markup dropped, white space collapsed."""
    recorded: bool = False
    """True for ``recorded:``, a reading of the source article that is never run here."""


@dataclass(frozen=True)
class Between:
    """A link from prose to what changed of a claim between two builds."""

    page: str
    line: int
    old: str
    new: str
    """Versions of PyTorch."""
    claim: str
    piece: str
    """Name of the check, value, ordering or excerpt; empty where any will do."""


@dataclass(frozen=True)
class Include:
    """An excerpt that a page shows: the path in a ``--8<--`` line, from the pinned build's folder."""

    page: str
    line: int
    path: str


@dataclass(frozen=True)
class Prose:
    """What the pages say of claims, in the order of the text."""

    references: tuple[Reference, ...]
    includes: tuple[Include, ...]
    pages: tuple[str, ...]
