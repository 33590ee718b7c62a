"""The commands that build the site: what holds takes site/'s place, what drifts goes to build/site-drift."""

from __future__ import annotations

import pytest
from baseline import PAGE
from example import REPOSITORY, Example


@pytest.fixture(scope="module")
def built(baseline: Example, tmp_path_factory: pytest.TempPathFactory) -> Example:
    """The project that holds, with the repository's MkDocs configuration, its navigation left to the files."""
    example = baseline.copy(tmp_path_factory.mktemp("site") / "project")
    settings = (REPOSITORY / "mkdocs.yml").read_text(encoding="utf-8")
    example.write({"mkdocs.yml": settings.partition("\nnav:")[0] + "\n", "docs/index.md": "# One line\n"})
    result = example.run("docs", "--workers", "2")
    assert result.code == 0, result.output
    assert result.stdout.endswith("built site/index.html\n")
    return example


def test_docs_builds_the_site_from_a_fresh_run(built: Example) -> None:
    """``docs`` runs every claim, judges, and builds a site with the evidence at hand beside the prose."""
    assert "stored once" in built.read("site/article/lanes/index.html")
    assert "tmp2" in built.read("site/article/lanes/index.html")
    assert not (built.root / "build" / "site-drift").exists()


def test_a_broken_anchor_in_the_built_html(built: Example) -> None:
    """A link to an anchor that no page has, typed or generated, fails the build; site/ stays as it was."""
    before = built.tree("site")
    built.write({"docs/article/lanes.md": f"{PAGE}\n[One](../evidence/index.md#no-such)\nand [two](#nowhere).\n"})
    result = built.run("site")
    assert result.code == 1, result.output
    assert result.stdout.endswith("built build/site-drift/index.html\n")
    assert {f["where"]: f["message"] for f in result.findings if f["kind"] == "broken link"} == {
        "docs/article/lanes.md:12": "contains a link '../evidence/index.md#no-such', "
        "but the doc 'evidence/index.md' does not contain an anchor '#no-such'.",
        "docs/article/lanes.md:13": "#nowhere: docs/article/lanes.md has no heading #nowhere",
    }
    assert built.tree("site") == before
    assert (built.root / "build" / "site-drift" / "index.html").is_file()
    built.write({"docs/article/lanes.md": PAGE})


def test_a_site_that_cannot_be_built(built: Example) -> None:
    """Where MkDocs stops, its words are the finding and site/ stays as it was."""
    before, settings = built.tree("site"), built.read("mkdocs.yml")
    built.write({"mkdocs.yml": settings + "\nplugins: [no-such-plugin]\n"})
    result = built.run("site")
    built.write({"mkdocs.yml": settings})
    assert result.code == 1, result.output
    assert "mkdocs.yml: MkDocs could not build the site: " in result.stdout and "no-such-plugin" in result.stdout
    assert result.stdout.endswith("no site was built\n")
    assert built.tree("site") == before
