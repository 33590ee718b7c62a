"""Cells are read by name, with the outputs of an execution where it was of this very source."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from notebooks import notebook

from claims.engine.errors import EngineError
from claims.engine.model import Build
from claims.engine.notebook import NOTEBOOK, executed_cells, read_cells, source_digest
from claims.engine.project import Project

ROOT = Path(__file__).resolve().parents[2]
TEXT = notebook(("about", "# Title\n"), ("sum", "x = 1 + 1\nprint(x)\n"))


@pytest.fixture
def project(tmp_path: Path) -> Project:
    source = tmp_path / "docs" / NOTEBOOK
    source.parent.mkdir(parents=True)
    source.write_text(TEXT, encoding="utf-8")
    return Project(tmp_path, Build("2.13.0", "cf30153c"))


def execute(project: Project, *outputs: dict[str, object], text: str = TEXT) -> None:
    """Write a copy with outputs, as an execution leaves it behind."""
    document = json.loads(text)
    document["cells"][-1] |= {"outputs": outputs, "execution_count": 1}
    project.executed.parent.mkdir(parents=True)
    project.executed.write_text(json.dumps(document), encoding="utf-8")


def test_cells_come_in_order_with_their_names(project: Project) -> None:
    """Prose and code are told apart; nothing was executed yet."""
    title, code = executed_cells(project)
    assert (title.name, title.is_code, code.name, code.source) == ("about", False, "sum", "x = 1 + 1\nprint(x)\n")
    assert code.artifact.text == "x = 1 + 1\nprint(x)\n"
    assert not code.executed and code.outputs == ()


def test_outputs_are_plain_text(project: Project) -> None:
    """What was printed, a value and an error are kept; standard error is the tools' own."""
    execute(
        project,
        {"output_type": "stream", "name": "stdout", "text": ["1\n"]},
        {"output_type": "stream", "name": "stdout", "text": ["2\n"]},
        {"output_type": "stream", "name": "stderr", "text": ["a warning\n"]},
        {"output_type": "execute_result", "data": {"text/plain": ["2"], "text/html": ["<b>2</b>"]}},
        {"output_type": "error", "ename": "AssertionError", "evalue": "", "traceback": []},
    )
    assert executed_cells(project)[1].outputs == ("1\n2\n", "2", "AssertionError\n")
    assert executed_cells(project)[1].executed
    assert executed_cells(project)[1].failed


def test_outputs_of_another_source_are_not_shown(project: Project) -> None:
    """An execution of an earlier version says nothing about this one."""
    execute(project, {"output_type": "stream", "name": "stdout", "text": ["3\n"]}, text=TEXT.replace("1 + 1", "1 + 2"))
    assert executed_cells(project)[1].outputs == ()


def test_outputs_leave_the_digest_alone(project: Project) -> None:
    """Source and executed copy have one digest, another source has another."""
    execute(project, {"output_type": "stream", "name": "stdout", "text": ["2\n"]})
    assert source_digest(project.executed) == source_digest(project.docs / NOTEBOOK)
    (project.docs / NOTEBOOK).write_text(TEXT.replace("1 + 1", "2 + 1"), encoding="utf-8")
    assert source_digest(project.executed) != source_digest(project.docs / NOTEBOOK)


def test_a_project_without_a_notebook_has_no_cells(tmp_path: Path) -> None:
    assert executed_cells(Project(tmp_path, Build("2.13.0", "cf30153c"))) == []


def test_a_file_that_is_no_notebook_is_refused(project: Project) -> None:
    (project.docs / NOTEBOOK).write_text("{}", encoding="utf-8")
    with pytest.raises(EngineError, match=r"transform\.ipynb: no notebook"):
        read_cells(project.docs / NOTEBOOK)


def test_the_guides_notebook_is_a_source() -> None:
    """It holds no outputs, every cell but the one that sets up asserts something, and it needs PyTorch alone."""
    document = json.loads((ROOT / "docs" / NOTEBOOK).read_text(encoding="utf-8"))
    code = [cell for cell in document["cells"] if cell["cell_type"] == "code"]
    assert all(not cell["outputs"] and cell["execution_count"] is None for cell in code)
    asserting = [cell["id"] for cell in code if "assert" in "".join(cell["source"])]
    assert asserting == [cell["id"] for cell in code if cell["id"] != "setup"]
    imported = [row for cell in code for row in cell["source"] if row.startswith(("import ", "from "))]
    assert {row.split()[1].partition(".")[0] for row in imported} == {"platform", "statistics", "time", "torch"}
