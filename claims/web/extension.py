"""The Markdown extension: claim links, evidence beside each block, captions, mathematics, the status line.

All rendering of prose lives here, so that another generator than MkDocs can take it over: it needs the path
of the page and the material that `load_site` reads. Links lead to source paths, such as
``../evidence/fusion/one-loop.md``, which the generator resolves.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any
from xml.etree.ElementTree import Element, SubElement

from markdown import Markdown
from markdown.extensions import Extension
from markdown.treeprocessors import Treeprocessor

from claims.engine.notebook import NOTEBOOK, NOTEBOOK_PAGE
from claims.engine.project import Project

from . import mathml
from .blocks import Blocks
from .colouring import PutColoured
from .excerpts import FindExcerpts, MuteElisions, add_captions
from .generated import place_generated
from .links import render_links
from .site import Site, load_site
from .state import page_findings, status
from .upgrades import link_comparisons

#: Names the report whose verdicts are to be shown. Without it every page is marked as not checked.
REPORT = "CLAIMS_REPORT"


class ClaimsExtension(Extension):
    """Options: `page`, `coloured`, and `site` as `load_site` returns it; without one it is read from this folder."""

    def __init__(self, **options: Any) -> None:
        self.config = {
            "site": ["", "material of the pages, as load_site returns it"],
            "page": ["", "source path of the page below docs/, such as article/fusion.md"],
            "coloured": [{}, "HTML of fences that were coloured ahead, by their text"],
        }
        super().__init__(**options)

    def extendMarkdown(self, md: Markdown) -> None:
        site = self.getConfig("site") or load_site(Project.find(Path.cwd()), report_path(os.environ))
        excerpts = FindExcerpts(md, site, self.getConfig("page"))
        md.preprocessors.register(excerpts, "claims-excerpts", 40)
        md.preprocessors.register(PutColoured(md, self.getConfig("coloured")), "claims-coloured", 26)
        md.treeprocessors.register(RenderPage(md, site, excerpts), "claims", 15)
        md.postprocessors.register(MuteElisions(md), "claims-elisions", 25)
        mathml.register(md)


class RenderPage(Treeprocessor):
    """Renders what the inline patterns left; runs before the table of contents and MkDocs's links."""

    def __init__(self, md: Markdown, site: Site, excerpts: FindExcerpts) -> None:
        super().__init__(md)
        self.site = site
        self.excerpts = excerpts

    def run(self, root: Element) -> None:
        page = self.excerpts.page
        place_generated(root, self.site, page)
        mentions = render_links(root, self.site, page)
        link_comparisons(root, self.site, page)
        Blocks(self.site, page, mentions).place(root)
        add_captions(root, self.site, page, self.excerpts.paths)
        _add_status(root, self.site, page)


def makeExtension(**options: Any) -> ClaimsExtension:
    """Return the extension; Python-Markdown asks for this name."""
    return ClaimsExtension(**options)


def report_path(environment: Mapping[str, str]) -> Path | None:
    """Return the report that the environment says to trust."""
    path = environment.get(REPORT, "")
    return Path(path) if path else None


def _add_status(root: Element, site: Site, page: str) -> None:
    """Say under the title, or at the end of a page without one, what this build was checked against."""
    line = Element("p", {"class": "status"})
    line.text = status(site.report)
    title = next((i for i, child in enumerate(root) if child.tag == "h1" or _holds_title(child)), None)
    position = len(root) if title is None else title + 1
    root.insert(position, line)
    findings = page_findings(site.report, f"docs/{NOTEBOOK if page == NOTEBOOK_PAGE else page}")
    if findings:
        details = Element("details", {"class": "findings", "open": "open"})
        count = len(findings)
        SubElement(details, "summary").text = f"{count} finding{'s' if count > 1 else ''} on this page"
        items = SubElement(details, "ul")
        for finding in findings:
            SubElement(items, "li").text = f"{finding.where}: {finding.kind.value}: {finding.message}"
        root.insert(position + 1, details)


def _holds_title(element: Element) -> bool:
    return element.get("class", "").startswith("claimed") and element.find("h1") is not None
