"""Excerpts in prose: a caption under each, and a quiet look for the lines that were left out."""

from __future__ import annotations

import logging
import re
from xml.etree.ElementTree import Element, SubElement

from markdown import Markdown
from markdown.postprocessors import Postprocessor
from markdown.preprocessors import Preprocessor

from claims.engine.builds import same_excerpt

from .site import Dossier, Site, evidence_page, relative_link, slug
from .state import State

FENCE = re.compile(r"^(?P<indent>[ >]*)(?P<fence>`{3,}|~{3,})[^`]*$")
INCLUDE = re.compile(r"^[ >]*-+8<-+ [\"'](?P<path>[^\"']+)[\"']\s*$")
MARK = re.compile(r"^⟦excerpt (\d+)⟧$")
ELISION = r"(?:(?://|#|;) )?… \d+ lines?[^\n<]*"

log = logging.getLogger("mkdocs.plugins.claims")


class FindExcerpts(Preprocessor):
    """Leaves a mark after each fence that only includes a file; runs before pymdownx.snippets does."""

    def __init__(self, md: Markdown, site: Site, page: str) -> None:
        super().__init__(md)
        self.site = site
        self.page = page
        self.paths: list[str] = []

    def run(self, lines: list[str]) -> list[str]:
        self.paths.clear()
        out: list[str] = []
        index = 0
        while index < len(lines):
            path = _include(lines[index : index + 3])
            if path is None:
                out.append(lines[index])
                index += 1
                continue
            if excerpt_origin(self.site, path):
                out += lines[index : index + 3]
            elif _is_accepted(self.site, path):
                log.warning("Doc file '%s' shows the excerpt '%s', which its claim does not make", self.page, path)
            indent = lines[index][: len(lines[index]) - len(lines[index].lstrip(" >"))]
            out += [indent.rstrip(" "), f"{indent}⟦excerpt {len(self.paths)}⟧", indent.rstrip(" ")]
            self.paths.append(path)
            index += 3
        return out


def _include(lines: list[str]) -> str | None:
    """Return the path where three lines are a fence around one include."""
    if len(lines) < 3:
        return None
    opening, include = FENCE.match(lines[0]), INCLUDE.match(lines[1])
    if opening and include and lines[2].strip(" >").startswith(opening["fence"]):
        return include["path"]
    return None


def excerpt_origin(site: Site, path: str) -> str:
    """Return where the excerpt at `path` is shown from; empty where neither holds it.

    It is the accepted evidence, or for want of it this run's, so that a reviewer sees what there is to accept.
    """
    if any((folder / path).is_file() for folder in site.project.accepted_builds):
        return "accepted"
    dossier = site.dossiers.get(claim_of(path))
    return "this run, not accepted" if dossier and dossier.fresh and (site.project.fresh / path).is_file() else ""


def _is_accepted(site: Site, path: str) -> bool:
    """Tell whether the excerpt's claim has evidence; the gate itself reports a claim that has none."""
    dossier = site.dossiers.get(claim_of(path))
    return dossier is not None and dossier.accepted is not None


def claim_of(path: str) -> str:
    """Return the claim of an excerpt's path: ``fusion/one-loop/loop.cpp`` gives ``fusion.one-loop``."""
    return path.rpartition("/")[0].replace("/", ".", 1)


def add_captions(root: Element, site: Site, page: str, paths: list[str]) -> None:
    """Wrap each marked block and its caption in a figure."""
    for parent in list(root.iter()):
        children = list(parent)
        for position, child in enumerate(children):
            mark = MARK.match((child.text or "").strip()) if child.tag == "p" and not len(child) else None
            if mark is None:
                continue
            path = paths[int(mark[1])]
            figure = Element("figure", {"class": "excerpt"})
            origin = excerpt_origin(site, path)
            block = children[position - 1] if origin and position else None
            if block is not None:
                figure.set("id", f"excerpt-{slug(path.replace('/', '-'))}")
                parent.remove(block)
                figure.append(block)
            _caption(figure, site, page, path, origin)
            figure.tail = child.tail
            parent[list(parent).index(child)] = figure


def _caption(figure: Element, site: Site, page: str, path: str, origin: str) -> None:
    claim, name = claim_of(path), path.rpartition("/")[2]
    dossier = site.dossiers.get(claim)
    caption = SubElement(figure, "figcaption")
    if dossier is None:
        caption.text = f"{path}: no claim is called {claim}"
        figure.set("class", "excerpt failed")
        return
    target = relative_link(evidence_page(claim), page)
    link = SubElement(caption, "a", {"class": "claim-id", "href": target})
    link.text = claim
    if origin != "accepted" or dossier.state is State.FAILED:
        figure.set("class", "excerpt failed")
    if not origin:
        link.tail = f" · {name} was not accepted"
        return
    last = link
    if dossier.state is State.FAILED:
        link.tail = " "
        last = SubElement(caption, "strong", {"class": "flag"})
        last.text = "✗ failed"
    last.tail = _provenance(dossier, origin) + _elsewhere(site, dossier, name, origin)
    whole = SubElement(caption, "a", {"href": f"{target}#{excerpt_anchor(name)}"})
    whole.text = "whole artifact"


def excerpt_anchor(name: str) -> str:
    """Return the anchor of an excerpt on its claim's page."""
    return f"artifact-{slug(name.replace('.whole.', '.'))}"


def _provenance(dossier: Dossier, origin: str) -> str:
    evidence = dossier.accepted if origin == "accepted" else dossier.fresh
    if evidence is None:
        return " · "
    profile = evidence.profile
    return f" · torch {evidence.build.torch} · {profile.isa}, {profile.compiler} · {origin} · "


def _elsewhere(site: Site, dossier: Dossier, name: str, origin: str) -> str:
    """Say on which other builds the excerpt is letter for letter the same; nothing where there is no other build."""
    others = [side for side in site.builds if side is not site.pinned]
    if not others or origin != "accepted" or dossier.accepted is None or name not in dossier.accepted.excerpts:
        return ""
    same, other = same_excerpt(dossier.claim.id, name, others, dossier.accepted)
    said = [
        f"{words} {', '.join(side.build.torch for side in sides)}"
        for words, sides in (("the same on", same), ("another on", other))
        if sides
    ]
    return f"{', '.join(said)} · " if said else ""


class MuteElisions(Postprocessor):
    """Gives the lines that say what was left out a class of their own."""

    span = re.compile(rf'<span class="(c\w*)">({ELISION})</span>')
    plain = re.compile(rf"(^\s*|<code>\s*)({ELISION})$", re.MULTILINE)
    code = re.compile(r"<code>.*?</code>", re.DOTALL)

    def run(self, text: str) -> str:
        return self.code.sub(lambda m: self._mute(m[0]), text) if "…" in text else text

    def _mute(self, block: str) -> str:
        block = self.span.sub(r'<span class="\1 elision">\2</span>', block)
        return self.plain.sub(r'\1<span class="elision">\2</span>', block)
