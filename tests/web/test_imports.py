"""Who may import what, read from the sources."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest
from sample import ROOT

ENGINE = sorted((ROOT / "claims" / "engine").rglob("*.py"))
WEB = sorted((ROOT / "claims" / "web").rglob("*.py"))
#: What the site is rendered from. The command line is left out: it drives the engine as well as the site.
RENDERED_FROM = {
    "between",
    "builds",
    "decisions",
    "repaid",
    "diff",
    "discover",
    "errors",
    "figures",
    "model",
    "notebook",
    "plants",
    "plots",
    "project",
    "prose",
    "prose_links",
    "references",
    "report",
    "store",
} | {
    "verdict",
}
GENERATORS = {"markdown", "mkdocs", "material", "pymdownx", "jinja2"}
WITH_TORCH = (
    "claims/article/",
    "claims/guide/",
    "claims/subjects.py",
    "claims/engine/capture",
    "claims/engine/ordering",
)


def imports(path: Path) -> Iterator[str]:
    """Yield the dotted name of each module that a source imports anywhere in it, relative ones made absolute."""
    package = path.relative_to(ROOT).parent.parts
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            above = package[: len(package) - node.level + 1] if node.level else ()
            base = ".".join([*above, *([node.module] if node.module else [])])
            yield base
            yield from (f"{base}.{alias.name}" for alias in node.names)


@pytest.mark.parametrize("path", ENGINE, ids=lambda path: path.stem)
def test_engine_knows_no_site_generator(path: Path) -> None:
    """The engine imports neither MkDocs nor Python-Markdown nor the site's code."""
    names = set(imports(path))
    assert not {name for name in names if name.split(".")[0] in GENERATORS or name.startswith("claims.web")}


@pytest.mark.parametrize("path", [path for path in WEB if path.name != "cli.py"], ids=lambda path: path.stem)
def test_site_reads_only_what_the_store_gives(path: Path) -> None:
    """The site's code imports of the engine only what reads claims, evidence, reports and prose."""
    modules = {name.split(".")[2] for name in imports(path) if name.startswith("claims.engine.")}
    assert modules <= RENDERED_FROM


@pytest.mark.parametrize("path", sorted((ROOT / "claims").rglob("*.py")), ids=lambda path: path.stem)
def test_torch_stays_with_claims_and_capture(path: Path) -> None:
    """Only claim scripts, subjects, capture and ordering import torch."""
    if not path.relative_to(ROOT).as_posix().startswith(WITH_TORCH):
        assert "torch" not in {name.split(".")[0] for name in imports(path)}
