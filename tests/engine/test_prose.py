"""Prose as the gate reads it: golden cases as data, and the properties that hold for any page."""

from __future__ import annotations

from html.parser import HTMLParser
from pathlib import Path

import markdown
import pytest
from hypothesis import given
from hypothesis import strategies as st
from prose_world import World

from claims.engine.errors import EngineError
from claims.engine.pages import parse_page
from claims.engine.prose_links import anchors_of
from claims.engine.sentences import split_sentences
from claims.engine.verdict import Kind

ROOT = Path(__file__).resolve().parents[2]
CASES = sorted((ROOT / "tests" / "cases" / "prose").glob("*.md"))
DOCS = sorted(path for path in (ROOT / "docs").rglob("*.md"))


def outcome(root: Path, case: Path) -> str:
    """Return what a golden case is held against: references, includes and findings, a line each."""
    world = World.build(root)
    path = f"{'about' if case.stem.startswith('about-') else 'article'}/case.md"
    world.page(path, case.read_text(encoding="utf-8"))
    page = f"docs/{path}"
    lines = [
        f"{r.line}: {'recorded' if r.recorded else 'claim'}:{r.claim}{'#' * bool(r.fragment)}{r.fragment} "
        f"[{r.text}] in: {r.sentence}"
        for r in world.prose.references
        if r.page == page
    ]
    lines += [f"{include.line}: include {include.path}" for include in world.prose.includes if include.page == page]
    for finding in world.findings:
        if finding.where.startswith(page):
            lines.append(f"{finding.where.removeprefix(page + ':')}: {finding.kind.value}: {finding.message}")
            lines += [f"   {finding.detail}"] if finding.detail else []
            lines.append(f"   next: {finding.next}")
    return "".join(f"{line}\n" for line in lines)


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.stem)
def test_golden_case(case: Path, tmp_path: Path) -> None:
    """A page yields exactly the references, includes and findings that lie beside it."""
    assert outcome(tmp_path, case) == case.with_suffix(".txt").read_text(encoding="utf-8")


class _Anchors(HTMLParser):
    """Collects links to claims and the ids of headings from rendered HTML."""

    def __init__(self) -> None:
        super().__init__()
        self.links: list[tuple[str, str]] = []
        self.ids: list[str] = []
        self.href = ""
        self.text = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        if tag == "a" and (given.get("href") or "").startswith(("claim:", "recorded:")):
            self.href, self.text = given["href"] or "", ""
        if tag == "img":
            self.text += given.get("alt") or ""
        if tag in ("h1", "h2", "h3", "h4", "h5", "h6"):
            self.ids.append(given.get("id") or "")

    def handle_data(self, data: str) -> None:
        self.text += data

    def handle_endtag(self, tag: str) -> None:
        if tag == "a" and self.href:
            self.links.append((self.href, " ".join(self.text.split())))
            self.href = ""


def rendered(source: str) -> _Anchors:
    """Return what Python-Markdown makes of a page."""
    anchors = _Anchors()
    extensions = ["tables", "toc", "attr_list", "footnotes", "md_in_html", "meta", "pymdownx.superfences"]
    anchors.feed(markdown.markdown(source, extensions=extensions))
    return anchors


@pytest.mark.parametrize("page", [*CASES, *DOCS], ids=lambda page: page.stem)
def test_gate_and_renderer_see_the_same_claims(page: Path) -> None:
    """markdown-it and Python-Markdown find the same links to claims with the same texts."""
    source = page.read_text(encoding="utf-8")
    gate = [
        (f"{'recorded' if r.recorded else 'claim'}:{r.claim}{'#' * bool(r.fragment)}{r.fragment}", r.text)
        for r in parse_page(page.name, source).references
    ]
    raw = [("claim:fusion.one-loop", "raw")] if page.stem == "not-a-link" else []
    assert sorted(gate + raw) == sorted(rendered(source).links)


@pytest.mark.parametrize("page", [*CASES, *DOCS], ids=lambda page: page.stem)
def test_gate_and_renderer_see_the_same_anchors(page: Path) -> None:
    """Every heading's anchor in the rendered page is one that links are checked against."""
    source = page.read_text(encoding="utf-8")
    assert set(rendered(source).ids) <= set(anchors_of(parse_page(page.name, source)))


@given(
    st.lists(st.sampled_from(["It", "runs", "e.g.", "x.T", "2.13.0", "etc.", "…", "(so.)", "No.", "3.", "Why?", "!"]))
)
def test_sentences_join_to_the_text(words: list[str]) -> None:
    """Sentences joined by a space each are the text, whatever it holds."""
    text = " ".join(words)
    assert " ".join(split_sentences(text)) == text


@given(st.text())
def test_sentences_join_to_any_text(raw: str) -> None:
    """No text is lost or made up where it is cut into sentences."""
    text = " ".join(raw.split())
    assert " ".join(split_sentences(text)) == text


@given(st.text(), st.integers(0, 20), st.integers(0, 20))
def test_no_cut_within_a_link(raw: str, start: int, length: int) -> None:
    """A link's text lies in one sentence."""
    text = " ".join(f"{raw} It is. So it is. Is it?".split())
    link = (min(start, len(text) - 1), min(start + length + 1, len(text)))
    sentences = split_sentences(text, whole=[link])
    assert any(text[link[0] : link[1]].strip() in sentence for sentence in sentences)


@given(st.text())
def test_any_page_can_be_read(source: str) -> None:
    """Reading a page never fails and never gives a line that it does not have."""
    page = parse_page("docs/article/case.md", source)
    last = source.count("\n") + source.count("\r") + 1
    assert all(1 <= block.line <= last for block in page.blocks)
    assert all(1 <= reference.line <= last for reference in page.references)


@given(st.integers(0, 6), st.integers(0, 6))
def test_line_of_a_link(before: int, within: int) -> None:
    """A link's line is its own, wherever in the page and in the paragraph it stands."""
    source = "\n" * before + "word\n" * within + "[8](claim:a.b#c)\nword"
    assert parse_page("p.md", source).references[0].line == before + within + 1


def test_claim_without_prose(tmp_path: Path) -> None:
    """A claim is without prose until an article, guide or front page names it by link or by excerpt."""
    world = World.build(tmp_path)
    world.page("about/method.md", "[one loop](claim:fusion.one-loop) and [8](claim:lanes.float32#step) lanes\n")
    world.page("index.md", "[lanes](claim:lanes.float32)\n\n[1.87×](recorded:timing.tail#ratio)\n")
    world.page("guide/a.md", '[new](claim:guide.new)\n\n```cpp\n--8<-- "fusion/one-loop/loop.cpp"\n```\n')
    unreferenced = [finding for finding in world.findings if finding.kind is Kind.UNREFERENCED]
    assert [finding.where for finding in unreferenced] == [
        "claims/article/opening/bare.py:1",
        "claims/article/timing/tail.py:1",
    ]
    assert unreferenced[0].message.startswith("claim opening.bare: no page of article or guide names it")


def test_claim_without_accepted_evidence_is_not_compared(tmp_path: Path) -> None:
    """A figure of a claim that nothing was accepted for is left to the finding that says so."""
    world = World.build(tmp_path)
    world.page("guide/a.md", "It has [8](claim:guide.new#step) lanes.\n")
    assert not [finding for finding in world.findings if finding.kind is Kind.TEXT]


def test_pages_in_order(tmp_path: Path) -> None:
    """Pages come front page first, then article, guide and about."""
    world = World.build(tmp_path)
    for path in ("about/a.md", "guide/b.md", "index.md"):
        world.page(path, "text\n")
    assert world.prose.pages == (
        "docs/index.md",
        "docs/article/other.md",
        "docs/guide/b.md",
        "docs/about/a.md",
    )


def test_page_that_is_not_text(tmp_path: Path) -> None:
    """A page that is not UTF-8 is an error that names it."""
    world = World.build(tmp_path)
    (world.project.docs / "index.md").write_bytes(b"\xff\xfe")
    with pytest.raises(EngineError, match=r"docs/index\.md: not UTF-8"):
        _ = world.prose


@pytest.mark.parametrize(
    ("text", "count"),
    [
        ("It ends. Then it starts.", 2),
        ("It takes 3 ms. The rest waits.", 2),
        ("It is PEP 523. The hook runs.", 2),
        ("Use e.g. Python, i.e. CPython vs. PyPy.", 1),
        ("Adam et al. say so, etc. and on. Etc. Then more.", 3),
        ("See Fig. 3 and No. 4.", 1),
        ("Does it copy? No. It does not.", 3),
        ("It says “so.” And (it is so.) Then ends.", 3),
        ("It waits … and goes. It waits … Then goes.", 3),
        ("torch.compile wraps. torch.compile waits. vLLM does, too.", 3),
        ("The matrix is N. The vector is M.", 2),
        ("It is 1.5 of 2.13.0.", 1),
        ("Really?! Yes.", 2),
        ("It holds. {:.2f}× is seen.", 2),
    ],
)
def test_sentence_ends(text: str, count: int) -> None:
    """A sentence ends where a reader would say so."""
    assert len(split_sentences(text)) == count
