"""The pages of upgrades: what changed for the claims from each build to the next, and the releases at a glance."""

from __future__ import annotations

from typing import Any
from xml.etree.ElementTree import Element, SubElement

from jinja2 import Environment

from claims.engine.between import SCHEME, between
from claims.engine.diff import reading
from claims.engine.diff.changes import Change
from claims.engine.diff.cited import SourceDiff
from claims.engine.diff.classes import Class
from claims.engine.diff.entries import ClaimDiff, Entry
from claims.engine.diff.render_markdown import escape, inline, pre
from claims.engine.diff.sides import Side
from claims.engine.diff.touched import Sentence
from claims.engine.references import Between

from .links import reference_anchor
from .site import Dossier, Site, page_title, relative_link, slug

#: Entries of a class that the overview of a release names before it counts the rest.
NAMED = 5


def pair_page(old: Side, new: Side) -> str:
    """Return the source path of a pair's page below docs/."""
    return f"upgrades/{old.build.torch}-to-{new.build.torch}.md"


def pair_pages(site: Site, environment: Environment) -> dict[str, str]:
    """Return the Markdown of each pair's page by path."""
    template = environment.get_template("upgrade.md.j2")
    return {pair_page(diff.old, diff.new): template.render(_pair(site, diff)) for diff in site.diffs}


def steps(site: Site, dossier: Dossier) -> list[dict[str, str]]:
    """Return a link to the entry that says how for each pair of neighbours between which a claim's evidence changed."""
    rows = []
    for diff in site.diffs:
        kind = diff.standings.get(dossier.claim.id, Class.UNCHANGED)
        number = next((n for n, entry in enumerate(diff.entries, 1) if dossier.claim.id in entry.claims), 0)
        if kind is not Class.UNCHANGED and number:
            link = f"{relative_link(pair_page(diff.old, diff.new), dossier.page)}#entry-{number}"
            rows.append({"pair": f"{diff.old.title} → {diff.new.title}", "link": link, "word": kind.value})
    return rows


def release_overview(site: Site, version: str, page: str) -> Element:
    """Return what changed with a release: how many claims in which class, and the entries to read, linked.

    A version of which there is no evidence, or none of an older build, says so.
    """
    wrapper = Element("div", {"class": "release"})
    diff = next((diff for diff in site.diffs if diff.new.build.torch == version), None)
    if diff is None:
        SubElement(wrapper, "p").text = f"There is no older build to compare torch {version} with."
        return wrapper
    target = relative_link(pair_page(diff.old, diff.new), page)
    head = SubElement(wrapper, "p")
    link = SubElement(head, "a", {"href": target})
    link.text = f"{diff.old.title} → {diff.new.title}"
    counted = [f"{len(claims)} {kind.value}" for kind in Class if (claims := diff.claims_in(kind))]
    link.tail = f": of {len(diff.standings)} claims, {', '.join(counted)}."
    for kind in (kind for kind in Class if kind.is_read):
        _widest(wrapper, diff, kind, target)
    return wrapper


def _widest(wrapper: Element, diff: ClaimDiff, kind: Class, target: str) -> None:
    """Add a list of the entries of a class that reach most claims, in the order of the page that they are on."""
    entries = [(number, entry) for number, entry in enumerate(diff.entries, 1) if entry.kind is kind]
    if not entries:
        return
    SubElement(wrapper, "p", {"class": "kind"}).text = f"{kind.value[0].upper()}{kind.value[1:]}: {kind.meaning}"
    items = SubElement(wrapper, "ul")
    for number, entry in sorted(sorted(entries, key=lambda e: -len(e[1].claims))[:NAMED], key=lambda e: e[0]):
        item = SubElement(items, "li")
        title = SubElement(item, "a", {"href": f"{target}#entry-{number}"})
        _put_title(title, entry.title)
        title.tail = f" ({reach})" if (reach := reading.reach(entry)) else ""
    if rest := reading.more(len(entries), NAMED, "entry"):
        SubElement(SubElement(items, "li"), "a", {"href": f"{target}#{section(kind)}"}).text = rest


def _put_title(element: Element, title: str) -> None:
    """Put an entry's title into an element, with its code in an element of its own."""
    parts = title.split("`")
    element.text = parts[0]
    for code, after in zip(parts[1::2], parts[2::2], strict=True):
        inner = SubElement(element, "code")
        inner.text, inner.tail = code, after


def section(kind: Class) -> str:
    """Return the anchor of a class's section on the page of a pair."""
    return slug(kind.value)


def link_comparisons(root: Element, site: Site, page: str) -> None:
    """Turn every link that speaks of two builds into one to the entry that shows the change, or to the claim's page."""
    for link in [a for a in root.iter("a") if a.get("href", "").startswith(SCHEME)]:
        said = between(page, 0, link.get("href", ""))
        dossier = site.dossiers.get(said.claim) if said else None
        if said is None or dossier is None:
            continue  # the gate says so
        link.set("class", "between")
        link.set("title", f"{said.claim}: torch {said.old} and torch {said.new}")
        link.set("href", relative_link(dossier.page, page) + "#on-other-builds")
        for diff in site.diffs:
            if (diff.old.build.torch, diff.new.build.torch) == (said.old, said.new):
                number = _entry_of(diff, said)
                anchor = f"#entry-{number}" if number else ""
                link.set("href", relative_link(pair_page(diff.old, diff.new), page) + anchor)


def _entry_of(diff: ClaimDiff, said: Between) -> int:
    """Return the number of the entry that says most of the change, the worst on the fewest claims; 0 for none."""
    reaching = [(number, entry) for number, entry in enumerate(diff.entries, 1) if said.claim in entry.claims]
    showing = [
        (number, entry)
        for number, entry in reaching
        if not said.piece or any(change.piece == said.piece for change in entry.changes)
    ]
    best = min(
        showing or reaching,
        key=lambda one: (one[1].kind.rank, said.claim not in one[1].excerpted, len(one[1].claims)),
        default=(0, None),
    )
    return best[0]


def _pair(site: Site, diff: ClaimDiff) -> dict[str, Any]:
    page = pair_page(diff.old, diff.new)
    numbered = list(enumerate(diff.entries, 1))
    return {
        "old": diff.old.title,
        "new": diff.new.title,
        "pinned": site.project.pin.torch,
        "headline": reading.headline(diff).partition(": ")[2],
        "pages": [
            {"title": f"{other.old.title} → {other.new.title}", "link": relative_link(pair_page(*pair), page)}
            for other in site.diffs
            if other is not diff and (pair := (other.old, other.new))
        ],
        "rows": [
            {
                "word": kind.value,
                "meaning": kind.meaning,
                "link": f"#{section(kind)}" if any(entry.kind is kind for entry in diff.entries) else "",
                "claims": len(diff.claims_in(kind)),
                "entries": sum(entry.kind is kind for entry in diff.entries),
            }
            for kind in Class
        ],
        "neither": [_claim(site, page, claim) for claim in diff.standings if not _has_evidence(diff, claim)],
        "sections": [
            {
                "anchor": section(kind),
                "title": kind.value[0].upper() + kind.value[1:],
                "entries": [_entry(site, diff, page, number, e) for number, e in numbered if e.kind is kind],
            }
            for kind in Class
            if any(e.kind is kind for e in diff.entries)
        ],
        "elsewhere_title": reading.ELSEWHERE,
        "elsewhere": [
            {"claims": [_claim(site, page, claim) for claim in claims], "source": _source(source)}
            for source, claims in reading.cited_elsewhere(diff)
        ],
    }


def _has_evidence(diff: ClaimDiff, claim: str) -> bool:
    return claim in diff.old.evidence or claim in diff.new.evidence


def _entry(site: Site, diff: ClaimDiff, page: str, number: int, entry: Entry) -> dict[str, Any]:
    listed = entry.kind in reading.LISTED
    changes = reading.detail(entry)
    folded = reading.is_folded(entry)
    shown = changes if folded else changes[: reading.SHORT.changes]
    sentences = _sentences(site, page, entry)
    return {
        "number": number,
        "title": entry.title,
        "reach": reading.reach(entry),
        "claims": [_claim(site, page, claim) for claim in entry.claims],
        "fold": listed or folded or len(entry.claims) > 3,
        "sentences": sentences[: reading.SHORT.sentences],
        "more_sentences": reading.more(len(sentences), reading.SHORT.sentences, "sentence"),
        "listed": reading.the_claims(entry),
        "hidden": entry.kind is Class.CODE and not entry.excerpted,
        "changes": [_change(change, folded=folded) for change in shown],
        "more_changes": "" if folded else reading.more(len(changes), reading.SHORT.changes, "change"),
        "listing": [escape(line) for line in reading.listing(entry)] if listed else [],
        "cited": [_source(source) for source in reading.cited(diff, entry)] if not listed else [],
        "also": list(entry.also),
    }


def _change(change: Change, *, folded: bool) -> dict[str, str]:
    """Return a change in words, with both sides; of many claims' left-out parts the words alone."""
    if folded:
        return {"what": inline(reading.in_a_line(change)), "sides": ""}
    sides = "\n".join(pre(change)).replace("<pre>", '<pre class="sides">', 1)
    return {"what": escape(change.what), "sides": sides}


def _source(source: SourceDiff) -> dict[str, str]:
    rest = reading.more(len(source.lines), reading.SHORT.source, "line")
    lines = [*source.lines[: reading.SHORT.source], *([rest] if rest else [])]
    return {"line": escape(reading.cited_line(source)), "diff": "\n".join(lines)}


def _sentences(site: Site, page: str, entry: Entry) -> list[dict[str, str]]:
    """Return the sentences that an entry touches, each linked to its place; of what no excerpt shows, fewer."""
    near = [s for s in entry.sentences if not entry.excerpted or s.claim in entry.excerpted]
    rows: dict[str, dict[str, str]] = {}
    for sentence in near:
        path = sentence.where.rpartition(":")[0]
        rows.setdefault(
            sentence.text,
            {
                "text": _shown(sentence),
                "place": escape(page_title(site, path)),
                "link": relative_link(path.removeprefix("docs/"), page) + _anchor(site, sentence),
            },
        )
    return list(rows.values())


def _shown(sentence: Sentence) -> str:
    """Return a sentence as Markdown; of an excerpt that a page shows, its file."""
    file = sentence.text.removeprefix("shows ")
    return f"the excerpt `{file.rpartition('/')[2]}`" if file != sentence.text else escape(sentence.text)


def _anchor(site: Site, sentence: Sentence) -> str:
    """Return the anchor of the first link to the claim in the sentence; nothing for an excerpt, which has none."""
    path, _, line = sentence.where.rpartition(":")
    on_page = [reference for reference in site.references(sentence.claim) if reference.page == path]
    found = next((n for n, reference in enumerate(on_page, 1) if str(reference.line) == line), 0)
    return f"#{reference_anchor(sentence.claim, found)}" if found else ""


def _claim(site: Site, page: str, claim: str) -> dict[str, str]:
    dossier = site.dossiers.get(claim)
    return {"id": claim, "link": relative_link(dossier.page, page) if dossier else ""}
