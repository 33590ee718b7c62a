"""The check of the built HTML, on pages planted with what it must find."""

from __future__ import annotations

from pathlib import Path

import pytest
from sample import write_project

from claims.engine.project import Project
from claims.engine.verdict import Finding, Kind
from claims.web.htmlcheck import check_site, css_requests

STATUS = '<p class="status">not checked</p>'


def check(root: Path, body: str, **files: str) -> list[Finding]:
    """Return what is found in a site of one page with `body`, and of `files`."""
    project = Project.find(root) if (root / "docs").is_dir() else write_project(root)
    page = root / "site" / "article" / "opening" / "index.html"
    page.parent.mkdir(parents=True, exist_ok=True)
    page.write_text(f"<html><body>{STATUS}{body}</body></html>", encoding="utf-8")
    for name, text in files.items():
        (root / "site" / name.replace("_", ".")).write_text(text, encoding="utf-8")
    return check_site(project, root / "site")


@pytest.mark.parametrize(
    "body",
    [
        '<a href="#here">x</a><h2 id="here">x</h2>',
        '<a href="../../article/opening/">x</a>',
        '<a href="../opening/#:~:text=x">x</a>',
        '<a href="https://example.org/page">elsewhere</a>',
        '<a href="mailto:someone">mail</a>',
        '<link rel="canonical" href="https://example.org/"><img src="data:image/png;base64,AA==">',
        '<a href="../opening/index.html?q=1#a%20b">x</a><p id="a b">x</p>',
        '<pre>url(https://example.org) src="https://example.org"</pre>',
    ],
)
def test_sound_page(tmp_path: Path, body: str) -> None:
    """Links that lead somewhere, pages of other hosts and data in the page itself are no findings."""
    assert check(tmp_path, body) == []


@pytest.mark.parametrize(
    ("body", "message"),
    [
        ('<a href="#gone">x</a>', "#gone leads to no anchor"),
        ('<a href="../eager/">x</a>', "../eager/ leads to no file"),
        ('<a href="/article/eager/">x</a>', "/article/eager/ leads to no file"),
        ('<img src="picture.svg">', "picture.svg leads to no file"),
        ('<a href="claim:opening.one-graph">x</a>', "claim:opening.one-graph was left as it is"),
        ('<a href="recorded:opening.one-graph#n">x</a>', "recorded:opening.one-graph#n was left as it is"),
        ('<a href="generated:plants">x</a>', "generated:plants was left as it is; does it stand alone"),
    ],
)
def test_broken_link(tmp_path: Path, body: str, message: str) -> None:
    """A link to nowhere and a claim link left unrendered are found, with the page that they are written on."""
    (finding,) = check(tmp_path, body)
    assert finding.kind is Kind.LINK
    assert finding.message.startswith(message)
    assert finding.where.startswith("docs/article/opening.md")
    assert finding.next == "make site"


@pytest.mark.parametrize(
    "body",
    [
        '<img src="https://evil.example/a.png">',
        '<img src="//evil.example/a.png">',
        '<img srcset="https://evil.example/a.png 2x">',
        '<script src="https://evil.example/a.js"></script>',
        '<link rel="stylesheet" href="https://evil.example/a.css">',
        '<link rel="preconnect" href="https://evil.example">',
        '<iframe src="https://evil.example"></iframe>',
        '<video poster="https://evil.example/a.png"></video>',
        '<svg><use xlink:href="https://evil.example/a.svg#b"></use></svg>',
        '<p style="background: url(https://evil.example/a.png)">x</p>',
        "<style>@import 'https://evil.example/a.css';</style>",
        '<meta http-equiv="refresh" content="0; url=https://evil.example/a">',
    ],
)
def test_foreign_request(tmp_path: Path, body: str) -> None:
    """Whatever makes a browser ask another host is found."""
    (finding,) = check(tmp_path, body)
    assert finding.kind is Kind.FOREIGN
    assert "evil.example" in finding.message


def test_navigation_is_reported_once(tmp_path: Path) -> None:
    """A broken link that every page's navigation repeats is one finding, about mkdocs.yml."""
    other = f'{STATUS}<nav><a href="article/gone/">x</a></nav>'
    (finding,) = check(tmp_path, '<nav><a href="../gone/">x</a></nav>', a_html=other, b_html=other)
    assert (finding.where, finding.message) == ("mkdocs.yml", "the navigation: article/gone/ leads to no file")


def test_foreign_request_of_a_style_sheet(tmp_path: Path) -> None:
    """A style sheet's requests are looked at as well."""
    (finding,) = check(tmp_path, "", a_css="p { background: url('https://evil.example/a.png') }")
    assert (finding.kind, finding.where) == (Kind.FOREIGN, "site/a.css")


def test_line_of_a_broken_link(tmp_path: Path) -> None:
    """The finding names the line of the page that holds the link."""
    (finding,) = check(tmp_path, '<a href="#one-loop">x</a>')
    assert finding.where == "docs/article/opening.md:3"


def test_claims_page_is_traced_to_its_script(tmp_path: Path) -> None:
    """What is wrong on a claim's page is said of the claim's script."""
    write_project(tmp_path)
    page = tmp_path / "site" / "evidence" / "fusion" / "one-loop" / "index.html"
    page.parent.mkdir(parents=True)
    page.write_text(f'{STATUS}<a href="#gone">x</a>')
    (finding,) = check_site(Project.find(tmp_path), tmp_path / "site")
    assert finding.where == "claims/article/fusion/one_loop.py"


def test_page_without_status_line(tmp_path: Path) -> None:
    """A page that does not say what it was checked against is found; the page for missing pages need not."""
    (finding,) = check(tmp_path, "", extra_html="<p>x</p>", **{"404_html": "<p>x</p>"})
    assert finding.where == "site/extra.html"


def test_link_that_the_build_told_of(tmp_path: Path) -> None:
    """A broken link is reported once where the build has already named its line."""
    known = check(tmp_path, '<a href="#one-loop">x</a>')
    assert check_site(Project.find(tmp_path), tmp_path / "site", known) == []


def test_requests_of_css() -> None:
    """Quoted, bare and imported addresses are all read."""
    assert css_requests("a{b:url(x.png)} c{d:url( 'y.png' )} @import \"z.css\";") == ["x.png", "y.png", "z.css"]
