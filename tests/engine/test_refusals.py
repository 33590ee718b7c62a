"""A call is asked what it says when it refuses."""

from __future__ import annotations

from claims.engine.refusals import error_of, message_of


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


def test_a_whole_message_ends_before_the_users_stack() -> None:
    """The kind of error comes first; what tells where the call stands in a file is left out, an empty line with it."""
    said = message_of(refuse, 'too large\n  by four\n\nfrom user code:\n   File "a.py", line 4\n\nSet it.')
    assert said.text == "MemoryError: too large\n  by four\n"
    assert message_of(refuse, "no\n\nUser Stack (most recent call last):\n  b").text == "MemoryError: no\n"


def test_a_call_that_goes_well_has_no_message() -> None:
    """The artifact is there and empty."""
    assert message_of(divmod, 7, 2).text == ""


def test_a_place_in_the_source_is_no_part_of_a_message() -> None:
    """The source line that PyTorch quotes stays, the file and number after it do not."""
    said = message_of(refuse, "Caused by: if y > 0:  # here/subjects.py:307 in gate (torch/tensor.py:26 in f)\nmore")
    assert said.text == "MemoryError: Caused by: if y > 0: (torch/tensor.py:26 in f)\nmore\n"
