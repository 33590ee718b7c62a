"""Links from prose to claims: where each leads, what its text is, and how the claim stands."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from urllib.parse import unquote
from xml.etree.ElementTree import Element

from claims.engine.figures import is_template, piece_of
from claims.engine.model import Evidence, Figure

from .site import Dossier, Site, evidence_page, figure, filled, relative_link, slug
from .state import State, reference_state

SCHEMES = ("claim:", "recorded:")


@dataclass(frozen=True)
class Mention:
    """One link to a claim, rendered."""

    claim: str
    dossier: Dossier | None
    """None where no claim has that name."""
    recorded: Evidence | None
    state: State
    fragment: str


def reference_anchor(claim: str, number: int, *, recorded: bool = False) -> str:
    """Return the anchor of the `number`-th link (from 1) to `claim` on a page; its page links back to it."""
    return f"{'recorded' if recorded else 'at'}-{claim}-{number}"


def value_anchor(name: str) -> str:
    """Return the anchor of a value or a measurement on its claim's page."""
    return f"value-{slug(name)}"


def is_claim_link(element: Element) -> bool:
    return element.tag == "a" and element.get("href", "").startswith(SCHEMES)


def render_links(root: Element, site: Site, page: str) -> dict[Element, Mention]:
    """Turn every claim link below `root` into a link to the claim's page, and return what each speaks of.

    `page` is the source path below docs/. Links are counted in the order of the text, as `read_prose` does.
    """
    seen: Counter[tuple[str, bool]] = Counter()
    mentions: dict[Element, Mention] = {}
    parents = {child: parent for parent in root.iter() for child in parent}
    for link in [element for element in root.iter("a") if is_claim_link(element)]:
        scheme, _, address = link.get("href", "").partition(":")
        claim, fragment = (unquote(part) for part in (address + "#").split("#")[:2])
        recorded = scheme == "recorded"
        seen[claim, recorded] += 1
        number = seen[claim, recorded]
        link.set("id", reference_anchor(claim, number, recorded=recorded))
        if recorded:
            mentions[link] = _recorded(link, site, page, claim, fragment)
        else:
            state = _reference_state(site, page, claim, number)
            mentions[link] = _claimed(link, parents[link], site, page, claim, fragment, state)
    return mentions


def _reference_state(site: Site, page: str, claim: str, number: int) -> State | None:
    here = [r for r in site.references(claim) if r.page == f"docs/{page}"]
    if number > len(here):
        return None
    return reference_state(site.report, claim, f"{here[number - 1].page}:{here[number - 1].line}")


def _claimed(
    link: Element, parent: Element, site: Site, page: str, claim: str, fragment: str, said: State | None
) -> Mention:
    dossier = site.dossiers.get(claim)
    if dossier is None:
        link.tag = "span"
        del link.attrib["href"]
        link.set("class", "claim failed")
        link.set("title", f"no claim is called {claim}")
        return Mention(claim, None, None, State.FAILED, fragment)
    number = figure(dossier.fresh, fragment)
    number = figure(dossier.accepted, fragment) if number is None else number
    _fill(link, number)
    target = relative_link(dossier.page, page)
    evidence = dossier.fresh or dossier.accepted
    piece = piece_of(evidence, fragment) if evidence else fragment
    link.set("href", f"{target}#{value_anchor(piece)}" if number is not None else target)
    state = State.FAILED if dossier.state is State.FAILED else said or dossier.state
    marked = state in (State.FAILED, State.SUSPECT)
    link.set("class", f"claim {state.css}" if marked else "claim unseen" if dossier.unseen else "claim")
    words = state.value if state is not dossier.state else dossier.standing
    link.set("title", f"{claim}: {words}")
    if marked or dossier.unseen:
        flag = Element("strong", {"class": "flag"})
        flag.text = f"{state.mark} {state.value if marked else dossier.unseen}"
        flag.tail, link.tail = link.tail, "\u00a0"
        parent.insert(list(parent).index(link) + 1, flag)
    return Mention(claim, dossier, None, state, fragment)


def _recorded(link: Element, site: Site, page: str, claim: str, fragment: str) -> Mention:
    evidence = site.recorded.get(claim)
    _fill(link, figure(evidence, fragment))
    dossier = site.dossiers.get(claim)
    link.set("class", "recorded")
    link.set("title", "recorded elsewhere, not run here")
    if dossier is None:
        link.tag = "span"
        del link.attrib["href"]
    else:
        link.set("href", relative_link(evidence_page(claim), page) + ("#recorded" if dossier.recorded else ""))
    return Mention(claim, dossier, evidence, State.RECORDED, fragment)


def _fill(link: Element, number: Figure | None) -> None:
    text = "".join(link.itertext())
    if is_template(text):
        link[:] = []
        link.text = filled(text, number)
