"""Functions with a code object of their own."""

from __future__ import annotations

from functools import partial

from claims.engine.capture.copies import with_own_code


def doubled(x: int, times: int = 2) -> int:
    """Multiply."""
    return x * times


def test_a_copy_has_code_of_its_own() -> None:
    """A function is copied with a code object that no other copy has; what is no function stays as it is."""
    one, other = with_own_code(doubled), with_own_code(doubled)
    assert one(3) == other(3) == 6
    assert one.__code__ is not doubled.__code__ and one.__code__ is not other.__code__  # type: ignore[attr-defined]
    assert one.__name__ == "doubled"
    whole = partial(doubled, times=3)
    assert with_own_code(whole) is whole


def test_a_copy_may_come_from_elsewhere() -> None:
    """A copy stands in the file of the original unless another one is named."""
    assert with_own_code(doubled).__code__.co_filename == doubled.__code__.co_filename
    assert with_own_code(doubled, elsewhere="nowhere").__code__.co_filename == "nowhere"
