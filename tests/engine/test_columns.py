"""Small tables are aligned as they are told to be."""

from __future__ import annotations

import pytest

from claims.engine.columns import table


def test_columns_and_numbers() -> None:
    """Each column has its side and width, numbers are shown as prose shows them, and no row ends with blanks."""
    rows = [("", "seen", "of"), ("numbers", 1234, 65536), ("an empty one", "", ""), ("words", True, 0.5)]
    assert table("the counts", "<14 >7 >9", rows).text == (
        "                 seen       of\n"
        "numbers         1,234   65,536\n"
        "an empty one\n"
        "words             yes      0.5\n"
    )  # fmt: skip


def test_the_last_column_may_go_without_a_width() -> None:
    """What stands in it is shown as long as it is."""
    artifact = table("places", "<6", [("a", "torch/nn/functional.py"), ("b",)], ("os",))
    assert artifact.text == "a     torch/nn/functional.py\nb\n"
    assert (artifact.name, artifact.language, artifact.depends) == ("places", "text", ("os",))


def test_a_cell_without_a_column_is_refused() -> None:
    """It would run into its neighbour; the error shows the row."""
    with pytest.raises(ValueError, match=r"places: 3 cells for 2 columns: \['a', 'b', 'c'\]"):
        table("places", "<6", [("a", "b", "c")])
