"""The table of calls that repay a compilation, where a run has counts, has half of them, and has none."""

from __future__ import annotations

from claims.engine.model import Measurement
from claims.engine.repaid import repaid


def _measured(*names: str) -> dict[str, Measurement]:
    return {name: Measurement(name, "", 1, 1.0, 1.0, 1.0) for name in names}


def test_a_count_whose_interval_lies_above_zero() -> None:
    """Where every saving that the interval allows is above zero, the count in the middle is named."""
    stems = [f"tail 2048, {process} {word}" for process in ("warm", "cold") for word in ("calls", "fewest", "most")]
    (row,) = repaid(_measured("tail 2048, saved", *stems))
    assert row.calls == (("", "tail 2048, warm calls"), ("", "tail 2048, cold calls"))


def test_a_count_that_may_be_without_end() -> None:
    """Where the interval reaches zero, the fewest calls stand in place of a count, said to be the fewest."""
    (row,) = repaid(
        _measured("line 512, saved", "line 512, warm fewest", "line 512, cold fewest", "line 512, warm calls")
    )
    assert row.calls == (("at least ", "line 512, warm fewest"), ("at least ", "line 512, cold fewest"))


def test_no_count() -> None:
    """Where nothing was saved, the row says none and names no measurement that the run did not take."""
    (row,) = repaid(_measured("line 64, saved", "line 64, cost"))
    assert (row.subject, row.size, row.calls) == ("line", 64, (("none", ""), ("none", "")))


def test_the_order_of_the_rows() -> None:
    """Rows are ordered by function, then by size as a number."""
    rows = repaid(_measured("tail 64, saved", "line 1024, saved", "line 64, saved", "cold"))
    assert [(row.subject, row.size) for row in rows] == [("line", 64), ("line", 1024), ("tail", 64)]
