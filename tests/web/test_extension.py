"""The Markdown extension: golden cases as data, and what holds of every page."""

from __future__ import annotations

from pathlib import Path

import pytest
import yaml
from markdown import Markdown
from sample import ROOT

from claims.web.extension import ClaimsExtension
from claims.web.site import Site

CASES = sorted((ROOT / "tests" / "cases" / "web").glob("*/*.md"))


class Loader(yaml.SafeLoader):
    """Reads mkdocs.yml."""


def render(site: Site, source: str, page: str = "article/opening.md") -> str:
    """Return the HTML of one page with the extensions that mkdocs.yml names."""
    names: list[str] = []
    options: dict[str, dict[str, object]] = {}
    for entry in yaml.load((ROOT / "mkdocs.yml").read_text(), Loader)["markdown_extensions"]:
        name, values = next(iter(entry.items())) if isinstance(entry, dict) else (entry, {})
        names.append(name)
        options[name] = dict(values)
    options["pymdownx.snippets"]["base_path"] = [str(site.project.accepted)]
    return Markdown(extensions=[*names, ClaimsExtension(site=site, page=page)], extension_configs=options).convert(
        source
    )


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case.parent.name}-{case.stem}")
def test_golden_case(case: Path, sites: dict[str, Site]) -> None:
    """A page holds the fragments that lie beside it, in their order, and none of those after an exclamation mark."""
    page = render(sites[case.parent.name], case.read_text(encoding="utf-8"))
    flat = " ".join(page.split())
    position = 0
    for line in case.with_suffix(".expected").read_text(encoding="utf-8").splitlines():
        if line.startswith("!"):
            assert line[1:] not in flat, flat
        elif line:
            assert line in flat[position:], f"{line!r} is not after position {position} of\n{flat}"
            position = flat.index(line, position) + len(line)


@pytest.mark.parametrize(
    ("report", "words"),
    [
        ("holds", "checked in this run against torch 2.13.0 (avx2, gcc 12, Python 3.11, Linux x86_64)"),
        ("drift", "checked in this run against torch 2.13.0 (avx2, gcc 12, Python 3.11, Linux x86_64): 2 findings"),
        ("accepted", "accepted evidence, claims not run in this build"),
        ("unchecked", "not checked"),
    ],
)
def test_status_line(sites: dict[str, Site], report: str, words: str) -> None:
    """A page says what it was checked against, and a build without a report says that nothing was checked."""
    assert f'<p class="status">{words}' in render(sites[report], "# Title\n\nText.\n")


def test_the_decision_aid(sites: dict[str, Site]) -> None:
    """Rows that claims declare become a table, each linked to the row's value on its claim's page."""
    page = render(sites["holds"], "[What follows](generated:decisions)\n", "guide/hurry.md")
    flat = " ".join(page.split())
    assert '<th scope="row">nothing</th>' in flat and 'PyTorch’s reason">used again</td>' in flat
    assert "<code>size mismatch</code>" in flat
    assert flat.index("used again") < flat.index("captured anew")
    assert 'href="../evidence/fusion/one-loop.md#value-after-size"' in flat
    assert flat.count('class="evidence"') == 1


def test_status_line_without_title(sites: dict[str, Site]) -> None:
    """A page without a title carries the line as well."""
    assert render(sites["holds"], "Text.\n").count('class="status"') == 1


@pytest.mark.parametrize(
    ("page", "href"),
    [
        ("index.md", "evidence/opening/one-graph.md"),
        ("article/a.md", "../evidence/opening/one-graph.md"),
        ("evidence/lanes/float32.md", "../opening/one-graph.md"),
    ],
)
def test_link_from_any_page(sites: dict[str, Site], page: str, href: str) -> None:
    """A claim link leads to the claim's page from wherever it stands."""
    assert f'href="{href}"' in render(sites["holds"], "[it](claim:opening.one-graph)", page)


def test_links_are_numbered_in_the_order_of_the_text(sites: dict[str, Site]) -> None:
    """The anchors that claim pages lead back to count the links as a reader meets them."""
    page = render(sites["holds"], "*a [first](claim:lanes.float32)* [second](claim:lanes.float32)\n")
    assert 'id="at-lanes.float32-1" title="lanes.float32: holds">first' in page
    assert 'id="at-lanes.float32-2" title="lanes.float32: holds">second' in page


@pytest.mark.parametrize("mark", ["// ", "# ", ""], ids=["C++", "Python", "text"])
def test_what_was_left_out_looks_quiet(sites: dict[str, Site], mark: str) -> None:
    """A line of an excerpt that says what was left out is muted, also where it is the first, and in every language."""
    elision = f"{mark}… 2 lines"
    page = render(sites["holds"], f"```text\n{elision}\none … 2 lines\n  {elision}\n```\n")
    assert page.count(f'<span class="elision">{elision}</span>') == 2
    assert "one … 2 lines" in page
