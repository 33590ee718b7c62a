"""A call is asked what it says when it refuses."""

from __future__ import annotations

from claims.engine.refusals import error_of


def refuse(text: str) -> None:
    raise MemoryError(text)


def test_the_first_line_of_an_error() -> None:
    """What follows it, such as a stack, is left out."""
    assert error_of(refuse, "too large\n  at line 4") == "too large"


def test_an_error_without_words_has_a_name() -> None:
    """It is not taken for a call that went well."""
    assert error_of(refuse, "") == "MemoryError"


def test_a_call_that_goes_well_says_nothing() -> None:
    """Its arguments are handed on."""
    assert error_of(divmod, 7, 2) == ""
