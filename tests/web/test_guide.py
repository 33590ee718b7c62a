"""The guide's picture in Chromium: it opens by mouse and keyboard, without JavaScript, and lies open on paper."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from chromium import MARKS, served
from playwright.sync_api import Browser, Page
from sample import ROOT, write_project
from test_browser import open_page

from claims.web.build import build_site
from claims.web.htmlcheck import check_site

STAGES = ("guards", "running", "tracing", "preparation", "generation")

pytestmark = MARKS


def picture() -> str:
    """Return the page's picture, its claims and links to chapters replaced by what the sample project has."""
    page = (ROOT / "docs" / "guide" / "index.md").read_text(encoding="utf-8")
    picture = page[page.index('<div class="ways"') : page.index("The stages answer for different things.")]
    picture = re.sub(r"claim:[\w.-]+(#[\w.-]+)?", "claim:fusion.one-loop", picture)
    picture = re.sub(r'--8<-- ".*"', '--8<-- "fusion/one-loop/loop.cpp"', picture)
    return re.sub(r"\.\./article/[\w.#-]+", "../article/eager.md", picture)


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The sample's site with the guide's picture in it."""
    text = f"# A call takes one of two ways\n\nText.\n\n{picture()}\n"
    project = write_project(tmp_path_factory.mktemp("guide"), {"guide/index.md": text})
    folder = project.build / "site"
    assert build_site(project, None, folder) == []
    assert check_site(project, folder) == []
    return folder


@pytest.fixture(scope="module")
def address(site: Path) -> Iterator[str]:
    with served(site) as address:
        yield f"{address}guide/"


def visible(page: Page) -> list[str]:
    """Return the stages whose excerpt can be seen."""
    return [stage for stage in STAGES if page.locator(f"#{stage} figure.excerpt").is_visible()]


@pytest.mark.parametrize("script", [True, False], ids=["script", "no script"])
def test_a_stage_opens_where_it_is_clicked(browser: Browser, address: str, script: bool) -> None:
    """Every stage is closed at first, and opens to an artifact from evidence, with and without JavaScript."""
    page, _ = open_page(browser, address, script=script)
    assert visible(page) == []
    for number, stage in enumerate(STAGES, 1):
        page.locator(f"#{stage} > summary").click()
        assert visible(page) == list(STAGES[:number])
    page.context.close()


def test_the_picture_is_worked_by_keyboard(browser: Browser, address: str) -> None:
    """Without JavaScript, Tab reaches the stages in the order of a call, Enter opens one and closes it."""
    page, _ = open_page(browser, address, script=False)
    reached = []
    for _ in range(150):
        page.keyboard.press("Tab")
        script = "(document.activeElement.closest('.stage > summary') || {parentNode: {}}).parentNode.id"
        stage = page.evaluate(script)
        if stage:
            reached.append(stage)
            page.keyboard.press("Enter")
            assert page.locator(f"#{stage} figure.excerpt").is_visible()
            page.keyboard.press("Enter")
            assert not page.locator(f"#{stage} figure.excerpt").is_visible()
        if len(reached) == len(STAGES):
            break
    assert reached == list(STAGES)
    page.context.close()


@pytest.mark.parametrize("script", [True, False], ids=["script", "no script"])
def test_paper_shows_every_stage(browser: Browser, address: str, script: bool) -> None:
    """Printed to PDF all stages lie open, none of them having been opened before."""
    page, _ = open_page(browser, address, script=script)
    page.emulate_media(media="print")
    heights = [page.locator(f"#{stage} figure.excerpt").evaluate("e => e.offsetHeight") for stage in STAGES]
    shown = [page.locator(f"#{stage} figure.excerpt").evaluate("e => e.checkVisibility()") for stage in STAGES]
    assert all(shown) and all(height > 40 for height in heights)
    page.emulate_media(media="null")
    closed = len(page.pdf())
    for stage in STAGES:
        page.locator(f"#{stage} > summary").click()
    # What was opened by hand adds nothing to the paper.
    assert abs(len(page.pdf()) - closed) < 0.03 * closed
    page.context.close()


@pytest.mark.parametrize("width", [360, 390, 800, 1440])
def test_open_stages_fit_the_window(browser: Browser, address: str, width: int) -> None:
    """However long an excerpt's lines, the page fits its window; the ways lie beside or below each other."""
    page, _ = open_page(browser, address, width=width)
    page.evaluate("document.querySelectorAll('.stage pre code').forEach(code => code.append('x'.repeat(300)))")
    for stage in STAGES:
        page.locator(f"#{stage} > summary").click()
    script = "document.documentElement.scrollWidth - document.documentElement.clientWidth"
    assert page.evaluate(script) <= 0
    edges = page.locator(".ways, .stage").evaluate_all("all => all.map(e => e.getBoundingClientRect().right)")
    assert max(edges) <= width
    tops = [page.locator(f"#{stage}").bounding_box() or {} for stage in ("running", "tracing")]
    assert (abs(tops[0]["y"] - tops[1]["y"]) < 5) == (width >= 800)
    page.context.close()


def test_each_way_says_when_it_is_taken(browser: Browser, address: str) -> None:
    """Who hears the page is told which stages belong to a match and which to none."""
    page, _ = open_page(browser, address)
    names = page.get_by_role("group").evaluate_all("all => all.map(e => e.getAttribute('aria-label')).filter(Boolean)")
    assert names == ["If the guards hold", "If no guards hold"]
    page.context.close()
