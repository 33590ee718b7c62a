"""What may have become of a claim between two builds, worst first."""

from __future__ import annotations

import enum


class Class(enum.Enum):
    """The class of a change and of an entry; the value is the phrase that reports use."""

    REFUTED = "refuted"
    """A check that held no longer does."""
    FLIPPED = "ordering flipped"
    """A path that was faster no longer is, or the other way round."""
    VALUE = "value changed"
    """An exact figure, or what is checked at all, is another."""
    CODE = "code changed"
    """Generated text is another, whatever names it uses."""
    RENAMED = "only renamed"
    """Text is the same but for names, numbers of names and blanks."""
    UNCHANGED = "unchanged"
    NOT_COMPARABLE = "not comparable"
    """The two sides ran under profiles that the piece depends on."""
    NOT_RUN = "not run"
    """One side has no evidence. This is never a failure of the claim."""

    @property
    def meaning(self) -> str:
        """One sentence for a reader who meets the phrase for the first time."""
        return _MEANING[self]

    @property
    def is_read(self) -> bool:
        """Whether a change of this class is read claim by claim; the others are only listed or counted."""
        return self in (Class.REFUTED, Class.FLIPPED, Class.VALUE, Class.CODE)

    @property
    def rank(self) -> int:
        """0 is the worst."""
        return list(Class).index(self)


_MEANING = {
    Class.REFUTED: "a check that held no longer does",
    Class.FLIPPED: "what was faster no longer is",
    Class.VALUE: "a figure differs, or a check holds that did not",
    Class.CODE: "generated text differs by more than made-up names",
    Class.RENAMED: "the same but for made-up names and blanks",
    Class.UNCHANGED: "the same to the letter",
    Class.NOT_COMPARABLE: "the two ran on machines or settings that the piece depends on",
    Class.NOT_RUN: "one of the builds has no evidence, which is no failure",
}
