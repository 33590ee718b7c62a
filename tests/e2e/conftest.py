from __future__ import annotations

from pathlib import Path

import pytest
from baseline import FILES
from example import Example


@pytest.fixture(scope="session")
def baseline(tmp_path_factory: pytest.TempPathFactory) -> Example:
    """The project that holds: run with its controls, accepted, checked. Not to be changed."""
    example = Example(tmp_path_factory.mktemp("baseline") / "project", FILES)
    for arguments in (["run", "--controls"], ["accept"], ["check"]):
        result = example.run(*arguments)
        assert result.code == 0, result.output
    return example


@pytest.fixture
def project(baseline: Example, tmp_path: Path) -> Example:
    """A copy of the project that holds, to be spoiled."""
    return baseline.copy(tmp_path / "project")
