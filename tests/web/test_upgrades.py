"""Other builds on the site: a claim's table, an excerpt's caption, a page for each pair, a release's overview."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from sample import BUILD, evidence, reports, write_project
from test_build import text_of
from test_extension import render

from claims.engine.builds import by_version, same_excerpt
from claims.engine.discover import discover
from claims.engine.model import Build, Check, Outcome
from claims.engine.project import Project
from claims.engine.store import write_ended, write_evidence
from claims.web.build import build_site
from claims.web.htmlcheck import check_site
from claims.web.site import Site, load_site

OLD, NEW = Build("2.9.1", "a" * 40), Build("2.15.0", "b" * 40)
RELEASES = """# Releases

## 2.13.0

[What changed](generated:release-2.13.0)

## 2.15.0

[What changed](generated:release-2.15.0)
"""


@pytest.fixture(scope="module")
def upgraded(tmp_path_factory: pytest.TempPathFactory) -> Project:
    """The sample with two more builds: an older one with another excerpt, a newer one on which a check fails."""
    found = write_project(tmp_path_factory.mktemp("builds"), {"upgrades/index.md": RELEASES})
    for claim in discover(found):
        for build in (OLD, NEW):
            there = replace(evidence(claim), build=build)
            if claim.id == "fusion.one-loop" and build is OLD:
                excerpt = there.excerpts["loop.cpp"]
                text = {"text": excerpt.text.replace("8", "16"), "whole": excerpt.whole.replace("8", "16")}
                there = replace(there, excerpts={"loop.cpp": replace(excerpt, **text)})
            if claim.id == "opening.one-graph" and build is NEW:
                there = replace(there, checks={"one graph": Check("one graph", False, "2 graphs")})
            folder = found.snippets / f"torch-{build.torch}" / claim.folder
            if claim.id == "lanes.float32" and build is NEW:
                write_ended(folder, Outcome.RAISED.value, "ImportError: no module")
            elif claim.id == "timing.tail" and build is NEW:
                write_ended(folder, Outcome.NOT_RUN.value, "no CUDA device")
            else:
                write_evidence(folder, there)
    return found


@pytest.fixture(scope="module")
def site(upgraded: Project) -> Site:
    return load_site(upgraded, None)


@pytest.fixture(scope="module")
def pages(upgraded: Project) -> Path:
    assert build_site(upgraded, reports()["accepted"], upgraded.build / "site") == []
    return upgraded.build / "site"


def test_a_site_with_builds_is_sound(upgraded: Project, pages: Path) -> None:
    """Every link of the new pages leads somewhere, and each page has its status line."""
    assert check_site(upgraded, pages) == []


def test_the_table_of_builds(pages: Path) -> None:
    """Each build has a row with a word; what did not run is said not to have run, and never to fail."""
    page = text_of(pages / "evidence" / "opening" / "one-graph" / "index.html")
    assert "torch 2.9.1 ✓ holds the same" in page
    assert "torch 2.13.0 ○ not run what this site speaks of" in page
    assert "torch 2.15.0 ✗ fails the check “one graph”" in page
    raised = text_of(pages / "evidence" / "lanes" / "float32" / "index.html")
    assert "torch 2.15.0 ○ no evidence its script raised an exception: ImportError: no module none" in raised
    absent = text_of(pages / "evidence" / "timing" / "tail" / "index.html")
    assert "torch 2.15.0 ○ not run no CUDA device none" in absent and "✗" not in absent


def test_the_caption_names_the_builds(site: Site) -> None:
    """An excerpt says on which builds it has the same lines, and on which others."""
    page = render(site, '```cpp\n--8<-- "fusion/one-loop/loop.cpp"\n```\n')
    assert "the same on 2.15.0, another on 2.9.1" in " ".join(page.split())


def test_what_is_left_out_makes_no_other_excerpt(site: Site) -> None:
    """An excerpt that leaves out more lines than elsewhere, and shows the same ones, is the same."""
    side = site.builds[0]
    accepted = side.evidence["fusion.one-loop"]
    excerpt = accepted.excerpts["loop.cpp"]
    cut = [replace(excerpt, text=f"{excerpt.text}// … {count} lines\n") for count in (3, 4)]
    longer = replace(side, evidence={"fusion.one-loop": replace(accepted, excerpts={"loop.cpp": cut[1]})})
    shown = replace(accepted, excerpts={"loop.cpp": cut[0]})
    assert same_excerpt("fusion.one-loop", "loop.cpp", [longer, side], shown) == ([longer], [side])


def test_a_claim_links_to_what_became_of_it(pages: Path) -> None:
    """Below its builds a claim's page links each step in which its evidence changed to the entry, or says none did."""
    changed = (pages / "evidence" / "fusion" / "one-loop" / "index.html").read_text(encoding="utf-8")
    assert 'href="../../../upgrades/2.9.1-to-2.13.0/#entry-1"' in changed
    assert "2.13.0-to-2.15.0" not in changed
    # Its one check failed on the newest build alone.
    assert "2.9.1-to-2.13.0" not in (pages / "evidence" / "opening" / "one-graph" / "index.html").read_text("utf-8")


def test_the_page_of_a_pair(pages: Path) -> None:
    """A pair's page counts the classes and shows an entry with both sides, its sentences and its claims."""
    page = text_of(pages / "upgrades" / "2.9.1-to-2.13.0" / "index.html")
    assert "Neither build" not in page
    assert "torch 2.9.1 → torch 2.13.0" in page and "4 claims, 1 entry to read" in page
    assert "code changed generated text differs by more than made-up names 1 1" in page
    assert "unchanged the same to the letter 3 0" in page
    assert "x0 += 16" in page and "x0 += 8" in page and "It ends in one loop." in page
    html = (pages / "upgrades" / "2.9.1-to-2.13.0" / "index.html").read_text(encoding="utf-8")
    assert 'id="entry-1"' in html and "<del>16</del>" in html and "<ins>8</ins>" in html
    assert '<a href="#code-changed">' in html and 'id="code-changed"' in html
    assert 'href="../2.13.0-to-2.15.0/"' in html and 'href="../"' in html
    newer = text_of(pages / "upgrades" / "2.13.0-to-2.15.0" / "index.html")
    assert newer.index("Refuted") < newer.index("Not run") and "no CUDA device" in newer


def test_the_overview_of_a_release(site: Site) -> None:
    """A release's overview counts the claims in each class and links the entries to read."""
    page = " ".join(render(site, "[What changed](generated:release-2.15.0)\n", "upgrades/index.md").split())
    assert "of 4 claims, 1 refuted, 1 unchanged, 2 not run." in page
    assert 'href="2.13.0-to-2.15.0.md#entry-1"' in page
    assert "Refuted: a check that held no longer does" in page and "Value changed" not in page
    oldest = render(site, "[What changed](generated:release-2.9.1)\n", "upgrades/index.md")
    assert "There is no older build to compare torch 2.9.1 with." in oldest


@pytest.mark.parametrize(
    ("address", "target"),
    [
        ("2.9.1..2.13.0/fusion.one-loop#loop.cpp", "2.9.1-to-2.13.0.md#entry-1"),
        ("2.13.0..2.15.0/opening.one-graph", "2.13.0-to-2.15.0.md#entry-1"),
        ("2.9.1..2.15.0/opening.one-graph", "../evidence/opening/one-graph.md#on-other-builds"),
    ],
)
def test_a_link_that_speaks_of_two_builds(site: Site, address: str, target: str) -> None:
    """It leads to the entry of neighbours that shows the change, and of others to the claim's table of builds."""
    page = render(site, f"It is [another](between:{address}).\n", "upgrades/index.md")
    assert f'href="{target}"' in page


def test_one_build_alone(sites: dict[str, Site]) -> None:
    """With the pinned build alone there is no table of builds, no page of a pair, and captions name none."""
    alone = sites["accepted"]
    assert [side.build for side in alone.builds] == [BUILD] and alone.diffs == ()
    assert "the same on" not in render(alone, '```cpp\n--8<-- "fusion/one-loop/loop.cpp"\n```\n')


def test_versions_are_ordered_by_their_numbers() -> None:
    """2.9 comes before 2.13, and a candidate before its release."""
    names = ["2.13.0", "2.9.1", "2.15.0", "2.15.0rc1", "2.14.1"]
    assert sorted(names, key=by_version) == ["2.9.1", "2.13.0", "2.14.1", "2.15.0rc1", "2.15.0"]
