"""Links between pages that lead nowhere: a file that is not there, a heading that no page has."""

from __future__ import annotations

import difflib
import posixpath
import re
import unicodedata
from collections.abc import Iterable
from pathlib import Path
from urllib.parse import unquote, urlsplit

from .notebook import NOTEBOOK_PAGE
from .pages import Page
from .plots import PLOTS
from .project import Project
from .verdict import Finding, Kind

#: Below docs/ as a reader sees it, yet written by the site's build: checked in the built HTML instead.
_GENERATED = ("evidence/", "upgrades/", NOTEBOOK_PAGE)
#: What ``[words](generated:name)``, alone in a paragraph, may ask for.
GENERATED_NAMES = ("plants", "decisions", "repaid", *PLOTS)
#: ``release-2.13.0`` asks for what changed with that release.
RELEASE = "release-"
_HTML_ID = re.compile(r"\bid\s*=\s*[\"']?([\w:.-]+)", re.IGNORECASE)
_COUNTED = re.compile(r"(.*)_(\d+)$")


def link_findings(project: Project, page: Page, pages: list[Page]) -> Iterable[Finding]:
    """Yield the page's relative links whose file or anchor is not there."""
    by_path = {other.path: other for other in pages}
    for link in (link for block in page.blocks for link in block.links):
        parts = urlsplit(link.href)
        if parts.scheme == "generated" and not _is_generated(project, parts.path):
            known = ", ".join([*GENERATED_NAMES, f"{RELEASE}{project.pin.torch}"])
            yield Finding(
                Kind.LINK,
                f"{page.path}:{link.line}",
                f"{link.href}: what is generated is {known}",
                f"sed -n {link.line}p {page.path}",
            )
        if parts.scheme or parts.netloc or link.markup == "autolink" or not link.href:
            continue
        where = f"{page.path}:{link.line}"
        target = posixpath.normpath(posixpath.join(posixpath.dirname(page.path), unquote(parts.path)))
        target = target if parts.path else page.path
        if target.startswith(tuple(f"docs/{folder}" for folder in _GENERATED)):
            continue
        if parts.path.startswith("/"):
            message = f"{link.href} starts at the host's root; write it relative to the page"
            yield Finding(Kind.LINK, where, message, f"ls {posixpath.dirname(page.path)}")
        elif not target.startswith("docs/") or not (project.root / target).is_file():
            yield Finding(Kind.LINK, where, *_no_file(project, link.href, target))
        elif parts.fragment and target in by_path:
            anchors = anchors_of(by_path[target])
            if unquote(parts.fragment) not in anchors:
                closest = difflib.get_close_matches(unquote(parts.fragment), anchors, 1)
                hint = f"; the closest is #{closest[0]}" if closest else ""
                message = f"{link.href}: {target} has no heading #{unquote(parts.fragment)}{hint}"
                yield Finding(Kind.LINK, where, message, f"grep -n '^#' {target}")


def _is_generated(project: Project, name: str) -> bool:
    """Tell whether a name is one that a machine writes: a table or plot, or a release of which there is evidence."""
    version = name.removeprefix(RELEASE)
    return name in GENERATED_NAMES or (name != version and (project.snippets / f"torch-{version}").is_dir())


def _no_file(project: Project, href: str, target: str) -> tuple[str, str]:
    folder = project.root / posixpath.dirname(target)
    if not target.startswith("docs/") or not folder.is_dir():
        return f"{href}: there is no {target}", "ls docs"
    closest = difflib.get_close_matches(Path(target).name, sorted(path.name for path in folder.iterdir()), 1)
    hint = f"; the closest is {closest[0]}" if closest else ""
    return f"{href}: there is no {target}{hint}", f"ls {posixpath.dirname(target)}"


def anchors_of(page: Page) -> list[str]:
    """Return the page's anchors, as Python-Markdown's toc and attr_list make them."""
    given = [anchor for block in page.blocks for anchor in block.ids]
    raw = [match for html in page.html for match in _HTML_ID.findall(html.text)]
    used = [*given]
    for block in page.blocks:
        if block.kind == "heading" and not block.ids:
            used.append(_unique(slug(block.text), used))
    return [*used, *raw]


def slug(heading: str) -> str:
    """Return the anchor of a heading, before duplicates are counted."""
    ascii_only = unicodedata.normalize("NFKD", heading).encode("ascii", "ignore").decode("ascii")
    return re.sub(r"[-\s]+", "-", re.sub(r"[^\w\s-]", "", ascii_only).strip().lower())


def _unique(anchor: str, used: list[str]) -> str:
    if anchor and anchor not in used:
        return anchor
    counted = _COUNTED.match(anchor)
    base, count = (counted[1], int(counted[2])) if counted else (anchor, 0)
    count += 1
    while f"{base}_{count}" in used:
        count += 1
    return f"{base}_{count}"
