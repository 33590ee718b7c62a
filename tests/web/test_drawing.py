"""Plots on the site: files in both schemes, readable without being seen, with the figures behind them."""

from __future__ import annotations

import re
from dataclasses import replace
from xml.etree.ElementTree import fromstring

import pytest
from sample import ORDERING
from test_extension import render

from claims.engine.model import Measurement
from claims.engine.plots import Lines, Parts, Plot, Point, Series
from claims.web.drawing import svg
from claims.web.plots import plot_files, plots_of
from claims.web.site import Site

POINTS = tuple(Point(2.0**n, n / 8, n / 9, n / 7) for n in range(5, 13))
LINES = Lines(
    "Ratios", "rows", "<×>", "95 %", (Series("tail", POINTS), Series("line", ())), level=1.0, marks=(("L2", 256.0),)
)
PARTS = Parts("The cold call", "seconds", tuple(Measurement(f"part {n}", n, n + 1, n + 2, 3, "s") for n in range(5)))


@pytest.mark.parametrize("plot", [LINES, PARTS, replace(LINES, logarithmic=True)], ids=["lines", "parts", "log"])
def test_a_drawing_has_words_and_both_schemes(plot: Plot) -> None:
    """The file is whole, named and described, its colours are the scheme's alone, and its text is text."""
    drawn = svg(plot)
    root = fromstring(drawn)
    space = {"svg": "http://www.w3.org/2000/svg"}
    assert root.get("role") == "img" and root.get("aria-labelledby") == "title desc"
    assert [root.findtext(f"svg:{name}", "", space) for name in ("title", "desc")] == [plot.title, plot.words]
    assert "prefers-color-scheme: dark" in drawn
    style, _, body = drawn.partition("</style>")
    assert not set(re.findall(r"#[0-9a-f]{6}\b", body)) - {"#000000", "#ffffff"}
    assert set(re.findall(r"var\(--(\w+)\)", body)) <= set(re.findall(r"--(\w+):", style))
    assert any("rows" in (t.text or "") or "seconds" in (t.text or "") for t in root.iter(f"{{{space['svg']}}}text"))
    assert svg(plot) == drawn


def timed_site(site: Site) -> Site:
    """Return the sample's material with its one timed claim under a name that plots ask for."""
    dossier = site.dossiers["timing.tail"]
    assert dossier.accepted
    accepted = replace(dossier.accepted, orderings={"eager over compiled": ORDERING})
    dossiers = {**site.dossiers, "timing.tail-512": replace(dossier, accepted=accepted, fresh=None)}
    return replace(site, dossiers=dossiers)


def test_prose_asks_for_a_plot(sites: dict[str, Site]) -> None:
    """A paragraph that is one link becomes a figure with its text alternative, its caption and the figures."""
    page = render(timed_site(sites["holds"]), "# T\n\n[Ratios by size](generated:ratios-by-size)\n")
    assert '<figure class="plot" id="plot-ratios-by-size">' in page
    assert 'src="../assets/plots/ratios-by-size.svg"' in page and "tail: 1.27 at 512" in page
    assert '<figcaption>Ratios by size <a href="../assets/plots/ratios-by-size.csv">' in page


def test_a_plot_without_figures_says_so(sites: dict[str, Site]) -> None:
    """Where nothing was timed yet the page says so, and no file is written."""
    page = render(sites["holds"], "# T\n\n[Ratios by size](generated:ratios-by-size)\n")
    assert "Nothing was timed yet that could be drawn" in page
    assert plots_of(sites["holds"]) == {}


def test_the_files_of_a_plot(sites: dict[str, Site]) -> None:
    """Each plot that has figures becomes a drawing and a table."""
    files = plot_files(plots_of(timed_site(sites["holds"])))
    assert sorted(files) == ["assets/plots/ratios-by-size.csv", "assets/plots/ratios-by-size.svg"]
    assert files["assets/plots/ratios-by-size.csv"].splitlines()[1] == "tail,512,1.2725,1.2,1.4"
