"""What a machine writes into prose: ``[Plants](generated:plants)``, alone in a paragraph, becomes a table or a plot."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from xml.etree.ElementTree import Element, SubElement

from claims.engine.decisions import decisions
from claims.engine.figures import dashed
from claims.engine.model import PlantResult
from claims.engine.plants import ORDER, discover_plants
from claims.engine.plots import PLOTS
from claims.engine.prose_links import RELEASE
from claims.engine.repaid import CLAIM as REPAID
from claims.engine.repaid import repaid

from .plots import csv_file, newest, plot_of, svg_file
from .site import Dossier, Site, relative_link
from .upgrades import release_overview

SCHEME = "generated:"
#: How many claims of a plant fail in what, in words.
_KINDS = (
    (("check",), "in a check"),
    (("value", "piece", "statement", "no assertion"), "in a value or a piece"),
    (("excerpt", "left-out part"), "in generated code alone"),
    (("ended",), "by ending early"),
)


def place_generated(root: Element, site: Site, page: str) -> None:
    """Put each table and plot in the place of the paragraph that asks for it; another name stays as it is."""
    for parent in list(root.iter()):
        for position, child in enumerate(list(parent)):
            name = _asked(child)
            if name in TABLES:
                made = TABLES[name](site, page)
            elif name.startswith(RELEASE):
                made = release_overview(site, name.removeprefix(RELEASE), page)
            elif name in PLOTS:
                made = plot_figure(site, page, name, "".join(child.itertext()).strip())
            else:
                continue
            made.tail = child.tail
            parent[position] = made


def plants_table(site: Site, page: str) -> Element:
    """Return the plants, each with the claims that fail under it and the piece in which each fails first."""
    wrapper = Element("div", {"class": "plants"})
    table = SubElement(wrapper, "table")
    head = SubElement(SubElement(table, "thead"), "tr")
    for word in ("plant", "what fails"):
        SubElement(head, "th", {"scope": "col"}).text = word
    body = SubElement(table, "tbody")
    for plant in discover_plants(site.project).values():
        row = SubElement(body, "tr", {"id": f"plant-{plant.name}"})
        name = SubElement(row, "th", {"scope": "row"})
        _code_between_ticks(name, plant.sentence)
        _failing(SubElement(row, "td", {"data-label": "what fails"}), site, page, plant.name)
    return wrapper


def decisions_table(site: Site, page: str) -> Element:
    """Return the decision aid: what changed between two calls, what comes of it, and the claim that shows it.

    The links are written as prose writes them, so that they are rendered, and their evidence placed, as any others.
    """
    wrapper = Element("div", {"class": "plants decisions"})
    table = SubElement(wrapper, "table")
    head = SubElement(SubElement(table, "thead"), "tr")
    words = ("what changed", "what happens, and PyTorch’s reason", "shown by")
    for word in words:
        SubElement(head, "th", {"scope": "col"}).text = word
    body = SubElement(table, "tbody")
    for decision in decisions({id: d.shown for id, d in site.dossiers.items() if d.shown}):
        row = SubElement(body, "tr")
        SubElement(row, "th", {"scope": "row"}).text = decision.change
        fate = SubElement(row, "td", {"data-label": words[1]})
        fate.text = decision.fate
        if decision.reason:
            SubElement(fate, "br")
            SubElement(fate, "code").text = decision.reason
        cell = SubElement(row, "td", {"data-label": words[2]})
        SubElement(cell, "a", {"href": f"claim:{decision.claim}#{decision.name}"}).text = decision.claim
    return wrapper


def repaid_table(site: Site, page: str) -> Element:
    """Return what a call saves and after how many calls a compilation is repaid, by function and size."""
    wrapper = Element("div", {"class": "plants repaid"})
    dossier = site.dossiers.get(REPAID)
    evidence = newest(dossier) if dossier else None
    table = SubElement(wrapper, "table")
    head = SubElement(SubElement(table, "thead"), "tr")
    words = ("function", "at", "saved per call, µs", "interval, µs", "calls, warm", "calls, new")
    for word in words:
        SubElement(head, "th", {"scope": "col"}).text = word
    body = SubElement(table, "tbody")
    for one in repaid(evidence.measurements) if evidence else ():
        row = SubElement(body, "tr")
        SubElement(row, "th", {"scope": "row"}).text = one.subject
        SubElement(row, "td", {"data-label": words[1]}).text = f"{one.size:,}"
        saved, low, high = one.saved
        _figure(SubElement(row, "td", {"data-label": words[2]}), REPAID, saved)
        interval = SubElement(row, "td", {"data-label": words[3]})
        _figure(interval, REPAID, low).tail = " to "
        _figure(interval, REPAID, high)
        for label, (before, name) in zip(words[4:], one.calls, strict=True):
            cell = SubElement(row, "td", {"data-label": label})
            cell.text = before
            if name:
                _figure(cell, REPAID, name)
    return wrapper


def _figure(parent: Element, claim: str, name: str) -> Element:
    """Append a link that shows a measurement as a whole number, written as prose writes it."""
    link = SubElement(parent, "a", {"href": f"claim:{claim}#{dashed(name)}"})
    link.text = "{:,.0f}"
    return link


def plot_figure(site: Site, page: str, name: str, words: str) -> Element:
    """Return a plot with its caption and the figures behind it; a line that says so where nothing was timed yet."""
    plot = plot_of(site, name)
    if plot is None:
        absent = Element("p", {"class": "finding"})
        absent.text = f"{words} Nothing was timed yet that could be drawn."
        return absent
    figure = Element("figure", {"class": "plot", "id": f"plot-{name}"})
    SubElement(figure, "img", {"src": relative_link(svg_file(name), page), "alt": plot.words})
    caption = SubElement(figure, "figcaption")
    caption.text = f"{words} "
    link = SubElement(caption, "a", {"href": relative_link(csv_file(name), page)})
    link.text = "The figures as CSV"
    return figure


def failing(site: Site, plant: str) -> list[tuple[Dossier, PlantResult]]:
    """Return the claims that fail under a plant, those that fail in the most telling piece first."""
    found = [
        (d, r) for d in site.dossiers.values() if d.plants for r in d.plants.results if r.plant == plant and r.fails
    ]
    words = [kind.value for kind in ORDER]
    return sorted(
        found, key=lambda item: (words.index(item[1].fails) if item[1].fails in words else 99, item[0].claim.id)
    )


def _failing(cell: Element, site: Site, page: str, plant: str) -> None:
    found = failing(site, plant)
    ran = sum(d.plants is not None and plant in dict(d.plants.plants) for d in site.dossiers.values())
    counts = [(sum(r.fails in kinds for _, r in found), words) for kinds, words in _KINDS]
    if not found:
        cell.text = f"none of {ran} claims"
        return
    details = SubElement(cell, "details", {"class": "whole"})
    said = ", ".join(f"{count} {words}" for count, words in counts if count)
    SubElement(details, "summary").text = f"{len(found)} of {ran} claims: {said}"
    listed = SubElement(details, "ul")
    for dossier, result in found:
        item = SubElement(listed, "li")
        link = SubElement(item, "a", {"href": relative_link(dossier.page, page)})
        link.text, link.tail = dossier.claim.id, f": {result.found}"


def _asked(element: Element) -> str:
    links = list(element)
    if element.tag != "p" or len(links) != 1 or (element.text or "").strip() or (links[0].tail or "").strip():
        return ""
    href = links[0].get("href", "")
    return href.removeprefix(SCHEME) if href.startswith(SCHEME) else ""


def _code_between_ticks(element: Element, text: str) -> None:
    """Fill `element` with `text`; what stands between backticks becomes code."""
    first, *rest = text.split("`")
    element.text = first
    for code, after in zip(rest[::2], rest[1::2], strict=True):
        part = SubElement(element, "code")
        part.text, part.tail = code, after


TABLES: Mapping[str, Callable[[Site, str], Element]] = MappingProxyType(
    {"plants": plants_table, "decisions": decisions_table, "repaid": repaid_table}
)
