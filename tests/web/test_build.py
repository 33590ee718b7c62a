"""The site as MkDocs builds it: pages of claims, links between them and the prose, and a build that fails."""

from __future__ import annotations

import gzip
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
from sample import ROOT, reports, write_project

from claims.engine.project import Project
from claims.engine.verdict import Kind, Report
from claims.web.build import build_site
from claims.web.extension import REPORT
from claims.web.htmlcheck import check_site

LIMIT = 5 * 1024


def text_of(page: Path) -> str:
    """Return a page's text without markup."""
    body = page.read_text(encoding="utf-8")
    body = body[body.index("<article") : body.index("</article>")]
    return " ".join(re.sub(r"<[^>]+>", " ", body).split())


@pytest.mark.parametrize("name", ["holds", "drift", "accepted", "unchecked"])
def test_built_site_is_sound(project: Project, built: dict[str, Path], name: str) -> None:
    """Whatever the report says, the site has no broken link, no foreign request and a status line everywhere."""
    assert check_site(project, built[name]) == []


def test_claim_page(built: dict[str, Path]) -> None:
    """A claim's page holds the statement, its sentences, the evidence, the controls, the script and the command."""
    page = text_of(built["holds"] / "evidence" / "fusion" / "one-loop" / "index.html")
    for expected in (
        "The add and the relu run in one generated loop.",
        "✓ holds",
        "It ends in one loop.",
        "The docstring goes on here .",
        "loop.cpp",
        "The whole artifact, 5 lines",
        "auto tmp0 = 1 ;",
        "The part left out holds none of: clone .",
        "one graph held held 1 graph, no clone build, isa",
        "a function with .item() one graph failed, as it must 3 graphs",
        "loop.cpp accepted with gcc 12, this machine has clang 18",
        "C++ compiler gcc 12 gcc 12",
        "git revision cf30153c4c131c8164ee7798e5022d810682e2cb",
        "claims/article/fusion/one_loop.py",
        "make claim ID=fusion.one-loop",
        "python -m claims run fusion.one-loop",
    ):
        assert expected in page, page


def test_claim_page_of_a_drift(built: dict[str, Path]) -> None:
    """A claim that drifted shows what was accepted and what was found, in words and in both columns."""
    page = text_of(built["drift"] / "evidence" / "lanes" / "float32" / "index.html")
    assert "✗ failed" in page
    assert "accepted 8 float32 lanes found 16 float32 lanes" in page
    assert "step 8 16 float32 lanes build, isa" in page
    assert "Next: python -m claims show lanes.float32" in page


def test_claim_page_without_a_run(built: dict[str, Path]) -> None:
    """Where no claim was run, the page shows accepted figures and says that this build ran none."""
    page = text_of(built["accepted"] / "evidence" / "lanes" / "float32" / "index.html")
    assert "step 8 not run float32 lanes" in page
    assert "○ not run" in page


def test_sentences_lead_back(built: dict[str, Path]) -> None:
    """Each sentence on a claim's page leads to the place in the chapter where it stands."""
    page = (built["holds"] / "evidence" / "lanes" / "float32" / "index.html").read_text(encoding="utf-8")
    assert 'href="../../../article/opening/#at-lanes.float32-1"' in page
    chapter = (built["holds"] / "article" / "opening" / "index.html").read_text(encoding="utf-8")
    assert 'id="at-lanes.float32-1"' in chapter


def test_index_of_claims(built: dict[str, Path]) -> None:
    """The index lists every claim by chapter, with its state in a word."""
    page = text_of(built["drift"] / "evidence" / "index.html")
    assert "4 statements" in page
    assert "✗ failed One iteration handles eight float32 lanes. lanes.float32 opening" in page
    assert page.index("The chapter: The line becomes one graph") < page.index("Lanes")


def test_bare_build_is_not_checked(project: Project, tmp_path: Path) -> None:
    """A bare ``mkdocs build`` works and marks every page as not checked, whatever report lies in build/."""
    environment = {k: v for k, v in os.environ.items() if k != REPORT}
    mkdocs = Path(sys.executable).with_name("mkdocs")
    command = [str(mkdocs), "build", "--strict", "--quiet", "--site-dir", str(tmp_path / "site")]
    subprocess.run(command, cwd=project.root, env=environment, check=True, capture_output=True)
    pages = [page for page in (tmp_path / "site").rglob("*.html") if page.name != "404.html"]
    assert len(pages) == 12
    assert all('<p class="status">not checked</p>' in page.read_text(encoding="utf-8") for page in pages)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("A [page](gone.md).", "contains a link 'gone.md'"),
        ("An [anchor](opening.md#gone).", "contains a link 'opening.md#gone'"),
        ("Evidence [here](../evidence/opening/one-graph.md#gone).", "contains a link '../evidence/opening/one-graph"),
        ("On [this page](#gone).", "contains a link '#gone'"),
        ('```cpp\n--8<-- "fusion/one-loop/gone.cpp"\n```', "shows the excerpt 'fusion/one-loop/gone.cpp'"),
    ],
)
def test_broken_link_in_prose(tmp_path: Path, text: str, message: str) -> None:
    """What MkDocs warns of becomes a finding that names the line, once, and the site is built all the same."""
    project = write_project(tmp_path, {"article/eager.md": f"# Eager\n\n{text}\n"})
    found = build_site(project, None, tmp_path / "site")
    (finding,) = [*found, *check_site(project, tmp_path / "site", found)]
    assert finding.kind is Kind.LINK
    assert finding.message.startswith(message)
    assert finding.where == f"docs/article/eager.md:{4 if '8<' in text else 3}"


def test_known_broken_link_is_not_repeated(tmp_path: Path) -> None:
    """A broken link that the gate has already found is not found again by the build."""
    project = write_project(tmp_path, {"article/eager.md": "# Eager\n\nA [page](gone.md).\n"})
    found = build_site(project, None, tmp_path / "site")
    report = Report("", project.pin, None, {}, tuple(found))
    assert build_site(project, report, tmp_path / "site") == []


def test_failed_build_leaves_the_old_site(tmp_path: Path) -> None:
    """Where MkDocs stops, the site is as it was, nothing is left behind, and the finding shows why."""
    project = write_project(tmp_path)
    (tmp_path / "site").mkdir()
    (tmp_path / "site" / "old.html").write_text("old")
    (tmp_path / "mkdocs.yml").write_text("site_name: x\nplugins: [no-such-plugin]\n")
    (finding, *_) = build_site(project, reports()["holds"], tmp_path / "site")
    assert "no-such-plugin" in finding.message + finding.detail
    assert [path.name for path in (tmp_path / "site").iterdir()] == ["old.html"]
    assert not list(project.build.glob("site-*"))


def test_torn_evidence_is_shown(tmp_path: Path) -> None:
    """Evidence that cannot be read back does not stop the build; the claim's page says which file it is."""
    project = write_project(tmp_path)
    (project.accepted / "lanes" / "float32" / "evidence.json").write_text("{")
    assert build_site(project, None, tmp_path / "site") == []
    page = text_of(tmp_path / "site" / "evidence" / "lanes" / "float32" / "index.html")
    assert "The accepted evidence cannot be read back:" in page
    assert "lanes/float32/evidence.json" in page


def test_nothing_accepted_yet(tmp_path: Path) -> None:
    """A project whose evidence was never accepted has a site that says so, for the first review."""
    project = write_project(tmp_path)
    for path in project.snippets.rglob("*.*"):
        if path.is_file():
            path.unlink()
    assert build_site(project, reports()["holds"], tmp_path / "site") == []
    page = text_of(tmp_path / "site" / "evidence" / "lanes" / "float32" / "index.html")
    assert "No evidence was accepted yet. What follows was found in this run." in page
    assert "step none 16 float32 lanes" in page
    chapter = text_of(tmp_path / "site" / "article" / "opening" / "index.html")
    assert (
        "tmp4 . store ( out + x0 ); } fusion.one-loop · torch 2.13.0 · avx2, gcc 12 · this run, not accepted" in chapter
    )


def test_own_assets_are_small() -> None:
    """All own style together and all own script together are at most 5 KB each, gzipped."""
    assets = ROOT / "claims" / "web" / "assets"
    for suffix in (".css", ".js"):
        together = b"".join(path.read_bytes() for path in sorted(assets.rglob(f"*{suffix}")))
        assert len(gzip.compress(together, mtime=0)) <= LIMIT
