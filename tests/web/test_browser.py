"""The built site in Chromium: it asks no other host for anything, and the evidence opens without JavaScript."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from chromium import MARKS, served
from playwright.sync_api import Browser, Page

PAGES = ("", "article/opening/", "evidence/", "evidence/fusion/one-loop/", "about/method/", "404.html")

pytestmark = MARKS


@pytest.fixture(scope="module")
def address(built: dict[str, Path]) -> Iterator[str]:
    """Where the sample's site is served."""
    with served(built["holds"]) as address:
        yield address


def open_page(browser: Browser, url: str, *, script: bool = True, width: int = 1440) -> tuple[Page, list[str]]:
    """Return a page in a context of its own, and the list that its requests are written to."""
    context = browser.new_context(java_script_enabled=script, viewport={"width": width, "height": 900})
    asked: list[str] = []
    context.on("request", lambda request: asked.append(request.url))
    page = context.new_page()
    page.goto(url, wait_until="networkidle")
    return page, asked


@pytest.mark.parametrize("script", [True, False], ids=["script", "no script"])
def test_no_other_host(browser: Browser, address: str, script: bool) -> None:
    """No page asks another host for anything, with JavaScript, with a search, and without."""
    for path in PAGES:
        page, asked = open_page(browser, address + path, script=script)
        if script and path != "404.html":
            page.keyboard.press("/")
            page.keyboard.type("loop")
            page.wait_for_timeout(300)
        page.context.close()
        assert asked
        assert {urlsplit(url).netloc for url in asked if not url.startswith("data:")} == {urlsplit(address).netloc}


def test_evidence_opens_by_keyboard(browser: Browser, address: str) -> None:
    """Without JavaScript the evidence beside a sentence is reached with Tab and opened with Enter."""
    page, _ = open_page(browser, f"{address}article/opening/", script=False)
    details = page.locator("aside.evidence details").first
    statement = details.locator(".statement")
    assert not statement.is_visible()
    page.locator("a.claim").first.focus()
    for _ in range(6):
        page.keyboard.press("Tab")
        if details.locator("summary:focus").count():
            break
    page.keyboard.press("Enter")
    assert statement.is_visible()
    assert statement.inner_text() == "The line becomes one graph."
    page.context.close()


@pytest.mark.parametrize("width", [390, 1000, 1440])
def test_no_page_scrolls_sideways(browser: Browser, address: str, width: int) -> None:
    """On a phone and on a desk no page is wider than its window."""
    for path in PAGES:
        page, _ = open_page(browser, address + path, width=width)
        script = "document.documentElement.scrollWidth - document.documentElement.clientWidth"
        assert page.evaluate(script) <= 0
        page.context.close()


def test_evidence_stands_beside_its_block(browser: Browser, address: str) -> None:
    """Where there is room the evidence begins in the margin at the height of its paragraph, else below it."""
    boxes = "[document.querySelector('.claimed > p'), document.querySelector('.claimed > aside')]"
    script = f"{boxes}.map(e => e.getBoundingClientRect()).map(r => [r.left, r.right, r.top, r.bottom])"
    page, _ = open_page(browser, f"{address}article/opening/")
    block, evidence = page.evaluate(script)
    page.context.close()
    assert evidence[0] >= block[1]
    assert abs(evidence[2] - block[2]) < 16
    page, _ = open_page(browser, f"{address}article/opening/", width=390)
    block, evidence = page.evaluate(script)
    page.context.close()
    assert evidence[2] >= block[3]


def test_paper_shows_the_evidence(browser: Browser, address: str) -> None:
    """In print the evidence of every sentence is listed without being opened."""
    page, _ = open_page(browser, f"{address}article/opening/")
    page.emulate_media(media="print")
    shown = page.locator("aside.evidence .statement").evaluate_all("all => all.map(e => e.checkVisibility())")
    heights = page.locator("aside.evidence .statement").evaluate_all("all => all.map(e => e.offsetHeight)")
    assert shown and all(shown)
    assert all(height > 0 for height in heights)
    page.context.close()
