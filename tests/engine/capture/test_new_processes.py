"""First calls in processes of their own."""

from __future__ import annotations

from pathlib import Path

import pytest

from claims.engine.capture.new_processes import NewProcesses


def test_a_process_that_ends_without_a_word(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    """A process that cannot make its call is an error, and the next one can be asked for."""
    with NewProcesses() as processes:
        for _ in range(2):
            with pytest.raises(RuntimeError, match="ended without a word"):
                processes.first_call(tmp_path, "no_such_subject", 4)
    assert "no_such_subject" in capfd.readouterr().err
