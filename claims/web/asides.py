"""The evidence beside a block of prose: one ``<details>`` for each claim that the block names."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from xml.etree.ElementTree import Element, SubElement

from claims.engine.model import Evidence, Measurement, display, three

from .links import Mention
from .orderings import timed
from .site import Site, relative_link
from .state import State

#: More checks or values than this are counted, and left to the claim's own page.
MOST = 6


def aside(site: Site, page: str, mentions: Iterable[Mention]) -> Element | None:
    """Return the evidence of each claim among `mentions`; None where nothing is known of any."""
    groups: dict[tuple[str, bool], list[Mention]] = {}
    for mention in mentions:
        if mention.dossier or mention.recorded:
            groups.setdefault((mention.claim, mention.state is State.RECORDED), []).append(mention)
    if not groups:
        return None
    element = Element("aside", {"class": "evidence", "aria-label": "Evidence"})
    for (claim, recorded), group in groups.items():
        worst = next((m.state for m in group if m.state in (State.FAILED, State.SUSPECT)), group[0].state)
        if recorded:
            _recorded(element, claim, group)
        else:
            _details(element, site, page, group[0], worst, {m.fragment for m in group})
    return element


def phrase(parent: Element, text: str) -> None:
    """Append `text` to an empty `parent`; what stands between backticks becomes code."""
    pieces = text.replace("``", "`").split("`")
    parent.text = pieces[0]
    for index, piece in enumerate(pieces[1:]):
        if index % 2 == 0:
            SubElement(parent, "code").text = piece
        else:
            parent[-1].tail = piece


def _details(parent: Element, site: Site, page: str, mention: Mention, state: State, fragments: set[str]) -> None:
    dossier = mention.dossier
    if dossier is None:
        return
    card = _card(parent, state, mention.claim, dossier.standing if state is dossier.state else state.value)
    phrase(SubElement(card, "p", {"class": "statement"}), dossier.claim.statement)
    evidence = dossier.shown
    if evidence is None:
        unseen = f"This sentence is {dossier.unseen}." if dossier.unseen else "No evidence was accepted yet."
        SubElement(card, "p").text = dossier.torn or unseen
    else:
        _checks(card, evidence)
        _orderings(card, timed(dossier))
        _figures(card, evidence, fragments, (dossier.fresh or evidence).measurements)
    for finding in dossier.findings:
        SubElement(card, "p", {"class": "finding"}).text = f"{finding.where}: {finding.message}"
    foot = SubElement(card, "p", {"class": "foot"})
    link = SubElement(foot, "a", {"href": relative_link(dossier.page, page)})
    link.text = "Script, excerpts and controls"
    if evidence is not None:
        origin = "accepted" if dossier.accepted else "this run"
        link.tail = f" · torch {evidence.build.torch}, {evidence.profile.isa}, {evidence.profile.compiler}, {origin}"


def _recorded(parent: Element, claim: str, group: list[Mention]) -> None:
    card = _card(parent, State.RECORDED, claim)
    evidence = next((m.recorded for m in group if m.recorded), None)
    if evidence is None:
        SubElement(card, "p").text = "A reading of the source article; recorded elsewhere, not run here."
        return
    SubElement(
        card, "p"
    ).text = f"A reading of the source article: torch {evidence.build.torch}, {evidence.profile}. Not run here."
    _figures(card, evidence, {m.fragment for m in group}, evidence.measurements)


def _card(parent: Element, state: State, claim: str, standing: str = "") -> Element:
    details = SubElement(parent, "details", {"name": "evidence", "class": state.css})
    summary = SubElement(details, "summary")
    mark = SubElement(summary, "span", {"class": "mark", "aria-hidden": "true"})
    mark.text = state.mark
    word = SubElement(summary, "span", {"class": "state"})
    word.text = standing or state.value
    identity = SubElement(summary, "span", {"class": "id"})
    identity.text = claim
    return SubElement(details, "div", {"class": "card"})


def _checks(card: Element, evidence: Evidence) -> None:
    if not evidence.checks:
        return
    checks = sorted(evidence.checks.values(), key=lambda check: (check.holds, check.name))
    element = SubElement(card, "ul", {"class": "checks"})
    for check in checks[:MOST]:
        item = SubElement(element, "li", {"class": "holds" if check.holds else "failed"})
        item.text = f"{check.name}: {'held' if check.holds else 'failed'}"
        if check.found:
            found = SubElement(item, "span", {"class": "found"})
            phrase(found, f" ({check.found})" if len(check.found) <= 60 else f" ({check.found[:57]}…)")
    _rest(element, len(checks), "checks")


def _orderings(card: Element, evidence: Evidence | None) -> None:
    """Say of each ordering what was seen and whether it was confirmed."""
    timed_here = [o for _, o in sorted(evidence.orderings.items()) if o.looks] if evidence else []
    if not timed_here:
        return
    element = SubElement(card, "ul", {"class": "values"})
    for ordering in timed_here[:MOST]:
        item = SubElement(element, "li")
        item.text = f"{ordering.name}: "
        number = SubElement(item, "b")
        number.text = three(ordering.ratio) if ordering.ratio is not None else "–"
        number.tail = f", {ordering.verdict}"
    _rest(element, len(timed_here), "orderings")


def _figures(card: Element, evidence: Evidence, fragments: set[str], measurements: Mapping[str, Measurement]) -> None:
    """List values and measurements, those that the block quotes first."""
    rows = [(v.name, display(v.value), v.unit) for v in evidence.values.values()]
    rows += [(f"{m.name} (p50)", f"{m.p50:g}", m.unit) for m in measurements.values()]
    rows.sort(key=lambda row: row[0].removesuffix(" (p50)") not in fragments)
    if not rows:
        return
    element = SubElement(card, "ul", {"class": "values"})
    for name, value, unit in rows[:MOST]:
        item = SubElement(element, "li")
        item.text = f"{name}: "
        number = SubElement(item, "b")
        number.text = value if len(value) <= 60 else f"{value[:57]}…"
        number.tail = f" {unit}" if unit else None
    _rest(element, len(rows), "values")


def _rest(element: Element, count: int, what: str) -> None:
    if count > MOST:
        SubElement(element, "li", {"class": "found"}).text = f"and {count - MOST} more {what}"
