"""The sizes of the processor's data caches."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from claims.engine.caches import data_caches


@pytest.mark.skipif(sys.platform == "darwin", reason="macOS lists its caches elsewhere")
def test_caches_that_data_go_through(tmp_path: Path) -> None:
    """Levels and sizes come from the system's list; what holds instructions alone is left out."""
    listed = [("1", "Data", "32K"), ("1", "Instruction", "64K"), ("2", "Unified", "512K"), ("3", "Unified", "480M")]
    for number, (level, kind, size) in enumerate(listed):
        folder = tmp_path / f"index{number}"
        folder.mkdir()
        for name, text in (("level", level), ("type", kind), ("size", size)):
            (folder / name).write_text(text + "\n")
    assert data_caches(tmp_path) == {"L1": 32, "L2": 512, "L3": 480 * 1024}
    assert data_caches(tmp_path / "none") == {}
