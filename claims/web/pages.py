"""The pages that a machine writes: one for each claim, and the index of all of them, as Markdown."""

from __future__ import annotations

import html
import re
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from jinja2 import Environment, FileSystemLoader, StrictUndefined

from claims.engine.model import Excerpt
from claims.engine.plants import discover_plants
from claims.engine.references import Reference
from claims.engine.verdict import not_run

from . import orderings, tables, upgrades
from .excerpts import excerpt_anchor
from .links import reference_anchor
from .site import Dossier, Site, page_title, relative_link
from .state import State

INDEX = "evidence/index.md"


@dataclass(frozen=True)
class Page:
    """A page without a file in docs/."""

    path: str
    """Source path below docs/, such as ``evidence/fusion/one-loop.md``."""
    markdown: str


def evidence_pages(site: Site, nav: object = ()) -> list[Page]:
    """Return the index of claims, a page for each claim, and one for each build and the next newer one."""
    environment = Environment(
        loader=FileSystemLoader(Path(__file__).parent / "templates"),
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )
    environment.filters |= {"fence": fence, "inline": inline, "cell": lambda text: text.replace("|", "\\|")}
    claim, index = environment.get_template("claim.md.j2"), environment.get_template("index.md.j2")
    pages = [
        Page(INDEX, index.render(chapters=_chapters(site, _stems(nav)), count=len(site.dossiers), counts=_counts(site)))
    ]
    plants = {plant.name: plant.sentence for plant in discover_plants(site.project).values()}
    pages += [Page(d.page, claim.render(_claim(site, d, plants))) for d in site.dossiers.values()]
    return pages + [Page(path, text) for path, text in upgrades.pair_pages(site, environment).items()]


def fence(code: str, language: str) -> str:
    """Return `code` as a fenced block whose fence is longer than any that it holds."""
    longest = max((len(run) for run in re.findall(r"`{3,}", code)), default=2)
    marks = "`" * (longest + 1)
    return f"{marks} {language}\n{code.rstrip()}\n{marks}"


def inline(text: str) -> str:
    """Return `text` as HTML; what stands between backticks becomes code."""
    return re.sub(r"`+([^`]+)`+", r"<code>\1</code>", html.escape(text, quote=False))


def _claim(site: Site, dossier: Dossier, sentences: Mapping[str, str]) -> dict[str, Any]:
    shown = dossier.shown
    return {
        "dossier": dossier,
        "sentences": _sentences(site, dossier),
        "excerpts": [_excerpt(e) for _, e in sorted(shown.excerpts.items())] if shown else [],
        "values": tables.values(dossier),
        "checks": tables.checks(dossier),
        "controls": tables.controls(dossier),
        "plants": tables.plants(dossier, sentences),
        "planted": dossier.plants is not None,
        "ran_on": dossier.plants.ran_on if dossier.plants else "",
        "orderings": orderings.orderings(orderings.timed(dossier)),
        "unconfirmed": orderings.unconfirmed(dossier.fresh),
        "measurements": tables.measurements(dossier),
        "recorded": tables.recorded(dossier.recorded),
        "builds": tables.builds(site, dossier),
        "steps": upgrades.steps(site, dossier),
        "environment": tables.environment(dossier),
    }


def _sentences(site: Site, dossier: Dossier) -> list[dict[str, str]]:
    """Return each sentence once, linked to the first of its links in the text."""
    rows: dict[tuple[str, str], dict[str, str]] = {}
    numbers: dict[str, int] = {}
    for reference in site.references(dossier.claim.id):
        numbers[reference.page] = numbers.get(reference.page, 0) + 1
        anchor = reference_anchor(reference.claim, numbers[reference.page])
        link = relative_link(reference.page.removeprefix("docs/"), dossier.page)
        row = {
            "text": _escape(_filled(dossier, reference)),
            "link": f"{link}#{anchor}",
            "place": html.escape(page_title(site, reference.page)),
        }
        rows.setdefault((reference.page, reference.sentence), row)
    return list(rows.values())


def _filled(dossier: Dossier, reference: Reference) -> str:
    """Return the sentence; format strings are shown as an ellipsis, since the page of prose fills them in."""
    return re.sub(r"\{[^{}]*\}", "…", reference.sentence)


def _escape(text: str) -> str:
    """Return `text` so that Markdown shows it letter for letter."""
    return re.sub(r"([\\`*_{}\[\]<>$])", r"\\\1", text).replace("\\<", "&lt;").replace("\\>", "&gt;")


def _excerpt(excerpt: Excerpt) -> dict[str, Any]:
    lines = len(excerpt.whole.splitlines())
    return {
        **asdict(excerpt),
        "anchor": excerpt_anchor(excerpt.name),
        "lines": f"{lines:,} line{'s' if lines != 1 else ''}",
    }


def _counts(site: Site) -> str:
    """Return how many claims hold and how many were not run, where a device was missing; else nothing."""
    lacks = [dossier.lacks for dossier in site.dossiers.values() if dossier.lacks]
    holding = sum(dossier.state is State.HOLDS for dossier in site.dossiers.values())
    return f": {holding} hold{not_run(lacks)}" if lacks else ""


def _chapters(site: Site, order: list[str]) -> list[dict[str, Any]]:
    """Return the chapters in the order of the navigation, then the rest by name."""
    names = {d.claim.chapter for d in site.dossiers.values()}
    ranked = sorted(names, key=lambda name: (order.index(name) if name in order else len(order), name))
    return [_chapter(site, name) for name in ranked]


def _stems(nav: object) -> list[str]:
    """Return the names of the pages in MkDocs' ``nav``, which nests lists and mappings, in its order."""
    if isinstance(nav, str):
        return [Path(nav).stem]
    parts = nav.values() if isinstance(nav, dict) else nav if isinstance(nav, list) else ()
    return [stem for part in parts for stem in _stems(part)]


def _chapter(site: Site, name: str) -> dict[str, Any]:
    page = "docs/guide/index.md" if name == "guide" else f"docs/article/{name}.md"
    exists = (site.project.root / page).is_file()
    return {
        "title": name.replace("-", " ").capitalize(),
        "heading": page_title(site, page),
        "page": relative_link(page.removeprefix("docs/"), INDEX) if exists else "",
        "rows": [_row(site, d) for d in site.dossiers.values() if d.claim.chapter == name],
    }


def _place(page: str) -> str:
    """Return a short name for a page of prose: ``fusion``, ``landing page``, ``short guide``."""
    named = {"docs/index.md": "landing page", "docs/guide/index.md": "short guide"}
    return named.get(page, Path(page).stem)


def _row(site: Site, dossier: Dossier) -> dict[str, Any]:
    places: dict[str, str] = {}
    for reference in site.references(dossier.claim.id):
        link = relative_link(reference.page.removeprefix("docs/"), INDEX)
        place = _place(reference.page)
        places.setdefault(reference.page, f"[{place}]({link}#{reference_anchor(reference.claim, 1)})")
    return {
        "id": dossier.claim.id,
        "state": dossier.state,
        "standing": dossier.standing,
        "statement": dossier.claim.statement,
        "link": relative_link(dossier.page, INDEX),
        "named": ", ".join(places.values()) or "nowhere",
    }
