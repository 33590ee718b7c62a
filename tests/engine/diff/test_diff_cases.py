"""The golden cases of the claim diff: what changed between two builds' evidence, and the entries that follow."""

from __future__ import annotations

from pathlib import Path

import pytest
from diff_cases import diff_of, entries_text, expected

CASES = sorted(Path(__file__).parents[2].joinpath("cases", "diff").glob("*.case"))


@pytest.mark.parametrize("path", CASES, ids=lambda path: path.stem)
def test_golden_cases(path: Path, tmp_path: Path) -> None:
    """Each case's evidence leads to its entries, worst first, as a terminal shows them."""
    assert entries_text(diff_of(path, tmp_path)) == expected(path)
