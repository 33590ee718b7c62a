"""The notebook is executed by ``docs``: what it prints is shown, and a cell that fails fails the build."""

from __future__ import annotations

import pytest
from example import REPOSITORY, Example
from notebooks import notebook

TITLE = ("about", "# A notebook\n")
SUM = ("sum", "total = 20 + 22\nprint('the total is', total)\n")
HOLDS = ("holds", "assert total == 42\n")
FAILS = ("fails", "import os\nassert total == 43\n")
NOTEBOOK = "docs/guide/transform.ipynb"
PAGE = "guide/transform/index.html"


@pytest.fixture(scope="module")
def project(baseline: Example, tmp_path_factory: pytest.TempPathFactory) -> Example:
    """The project that holds, with a notebook that does."""
    example = baseline.copy(tmp_path_factory.mktemp("notebook") / "project")
    settings = (REPOSITORY / "mkdocs.yml").read_text(encoding="utf-8")
    example.write({"mkdocs.yml": settings.partition("\nnav:")[0] + "\n", "docs/index.md": "# One line\n"})
    example.write({"docs/guide/index.md": "# The guide\n\nText.\n"})
    example.write({NOTEBOOK: notebook(TITLE, SUM, HOLDS)})
    return example


def test_a_notebook_that_holds_is_shown_with_its_outputs(project: Example) -> None:
    """The page has what was printed, the source lies beside it without outputs, nothing else is left."""
    result = project.run("docs", "--workers", "2")
    assert result.code == 0, result.output
    page = project.read(f"site/{PAGE}")
    assert "the total is 42" in page
    assert 'href="../transform.ipynb"' in page
    assert project.read("site/guide/transform.ipynb") == project.read(NOTEBOOK)
    assert [path.name for path in (project.root / "build" / "notebook").iterdir()] == ["executed.ipynb"]
    assert project.survivors() == []


def test_a_planted_assertion_fails_the_build(project: Example) -> None:
    """The finding names the cell, the line and the next command; site/ stays, site-drift has the page marked."""
    before = project.tree("site")
    project.write({NOTEBOOK: notebook(TITLE, SUM, FAILS, ("after", "print('never')\n"))})
    result = project.run("docs", "--workers", "2")
    assert result.code == 1, result.output
    finding = result.found("check")
    assert finding["message"] == "the notebook's cell fails: AssertionError at `assert total == 43`"
    path, _, line = finding["where"].partition(":")
    assert path == NOTEBOOK
    assert "assert total == 43" in project.read(NOTEBOOK).splitlines()[int(line) - 1]
    assert finding["next"] == "python -m claims notebook"
    page = project.read(f"build/site-drift/{PAGE}")
    assert "stopped at a cell that fails" in page
    assert "1 finding on this page" in page
    assert "the total is 42" in page
    assert page.count('class="printed"') == 2, "the sum and the error, and nothing of the cell after it"
    assert project.tree("site") == before


def test_a_cell_that_breaks_is_a_failed_run(project: Example) -> None:
    """What is no assertion is no drift: the run itself failed. The notebook can be executed alone."""
    project.write({NOTEBOOK: notebook(TITLE, ("breaks", "1 / 0\n"))})
    result = project.run("notebook")
    assert result.code == 3, result.output
    assert "the notebook's cell breaks: ZeroDivisionError: division by zero at `1 / 0`" in result.output


def test_a_site_without_an_execution_says_so(project: Example) -> None:
    """``site`` executes nothing; where the newest execution was of another source, no cell shows an output."""
    project.write({NOTEBOOK: notebook(TITLE, ("other", "print('unseen')\n"))})
    result = project.run("site")
    assert result.code == 0, result.output
    assert "It was not executed for this copy of the site" in project.read(f"site/{PAGE}")
