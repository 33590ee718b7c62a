"""Cells of the guide's notebook run in a claim's process."""

from __future__ import annotations

import pytest

from claims.engine.capture.cells import run_cells


def test_a_cell_leaves_its_names_and_its_output() -> None:
    """What the cell makes and what it prints can both be asked for."""
    ran = run_cells("function")
    assert ran["three_steps"](ran["given"]).tolist() == [0.0, 0.5, 2.0]
    assert ran.printed == "[0.0, 0.5, 2.0]\n"
    assert ran.failed == ""


def test_an_assertion_that_does_not_hold_names_the_cell() -> None:
    """A control exchanges text; the cell's own assertion notices, and no cell after it runs."""
    ran = run_cells("function", "sketch", replace={"x * 2.0 + 1.0": "x * 2.0 + 2.0"})
    assert ran.failed == "function: its assertion"
    assert "one_pass" not in ran.names


def test_text_that_stands_nowhere_is_refused() -> None:
    """A control that changes nothing is none."""
    with pytest.raises(ValueError, match="stands in none of the cells function"):
        run_cells("function", replace={"no such text": ""})
