"""Checks the built HTML: links that lead nowhere, requests to another host, claim links left unrendered."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urljoin, urlsplit

from claims.engine.between import SCHEME as BETWEEN
from claims.engine.project import Project
from claims.engine.verdict import Finding, Kind

from .cores import all_cores
from .generated import SCHEME
from .links import SCHEMES
from .sources import line_of, source_of

#: Attributes that make a browser fetch something as soon as it sees the element.
FETCHED = frozenset(
    {
        ("audio", "src"),
        ("body", "background"),
        ("embed", "src"),
        ("feimage", "href"),
        ("iframe", "src"),
        ("image", "href"),
        ("image", "xlink:href"),
        ("img", "src"),
        ("input", "src"),
        ("link", "href"),
        ("object", "data"),
        ("script", "src"),
        ("source", "src"),
        ("track", "src"),
        ("use", "href"),
        ("use", "xlink:href"),
        ("video", "poster"),
        ("video", "src"),
    }
)
#: Values of ``rel`` that only name a page.
NAMED = frozenset({"alternate", "author", "canonical", "help", "license", "next", "prev", "search"})
CSS_URL = re.compile(r"url\(\s*[\"']?([^\"')]+)|@import\s+[\"']([^\"']+)")
#: Pages that no source stands for.
WITHOUT_STATUS = frozenset({"404.html"})
#: Elements around a page's own text.
AROUND = frozenset({"footer", "header", "nav"})
#: What colours code and holds nothing else: most of the tags of a page, and nothing that is checked here.
_COLOUR = re.compile(r'<span(?: class="[a-z0-9]{1,3}")?>|</span>')
HOST = "http://site.invalid/"


@dataclass
class Seen:
    """What one HTML page holds."""

    anchors: set[str] = field(default_factory=set)
    links: list[str] = field(default_factory=list)
    navigation: list[str] = field(default_factory=list)
    """Links outside the page's own text, which mkdocs.yml makes."""
    assets: list[str] = field(default_factory=list)
    claims: list[str] = field(default_factory=list)
    status: bool = False


class Reader(HTMLParser):
    """Collects the links, anchors and requests of a page."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.seen = Seen()
        self.in_style = False
        self.around = 0

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        attributes = {name: value or "" for name, value in attrs}
        self.in_style = tag == "style"
        self.around += tag in AROUND
        for name in ("id", "name"):
            if attributes.get(name) and (name == "id" or tag in ("a", "map")):
                self.seen.anchors.add(attributes[name])
        if tag in ("a", "area") and "href" in attributes:
            self._link(attributes["href"])
        if "status" in attributes.get("class", "").split():
            self.seen.status = True
        self._requests(tag, attributes)

    def handle_endtag(self, tag: str) -> None:
        self.in_style = False
        self.around -= tag in AROUND

    def handle_data(self, data: str) -> None:
        if self.in_style:
            self.seen.assets += css_requests(data)

    def _link(self, target: str) -> None:
        links = self.seen.navigation if self.around else self.seen.links
        (self.seen.claims if target.startswith((*SCHEMES, SCHEME, BETWEEN)) else links).append(target)

    def _requests(self, tag: str, attributes: dict[str, str]) -> None:
        names_only = tag == "link" and set(attributes.get("rel", "").lower().split()) <= NAMED
        for name, value in attributes.items():
            if (tag, name) in FETCHED and not names_only:
                self.seen.assets.append(value)
            elif name in ("srcset", "imagesrcset"):
                self.seen.assets += [part.split()[0] for part in value.split(",") if part.strip()]
            elif name == "style":
                self.seen.assets += css_requests(value)
            elif name == "content" and attributes.get("http-equiv", "").lower() == "refresh":
                self.seen.assets += re.findall(r"url=[\"']?([^\"']+)", value, re.IGNORECASE)


def css_requests(text: str) -> list[str]:
    """Return what a style sheet asks for."""
    return [first or second for first, second in CSS_URL.findall(text)]


def check_site(project: Project, site: Path, known: Iterable[Finding] = ()) -> list[Finding]:
    """Return what is wrong with the HTML below `site`, each with the source line where that can be found.

    A broken link in a place that `known` (the findings of the build) already names is not reported again.
    """
    reported = {finding.where for finding in known if finding.kind is Kind.LINK}
    paths = sorted(site.rglob("*.html"))
    with all_cores() as cores:
        pages = dict(zip(paths, cores.map(_read, paths, chunksize=8), strict=True))
    findings = [f for path, seen in pages.items() for f in _check_page(project, site, path, seen, pages)]
    for style in sorted(site.rglob("*.css")):
        for target in css_requests(style.read_text(encoding="utf-8", errors="replace")):
            if _foreign(target):
                findings.append(_finding(Kind.FOREIGN, project.relative(style), f"asks another host: {target}"))
    new = (f for f in findings if f.kind is not Kind.LINK or f.where not in reported)
    return list(dict.fromkeys(new))


def _read(path: Path) -> Seen:
    reader = Reader()
    reader.feed(_COLOUR.sub("", path.read_text(encoding="utf-8", errors="replace")))
    reader.close()
    return reader.seen


def _check_page(project: Project, site: Path, path: Path, seen: Seen, pages: dict[Path, Seen]) -> Iterator[Finding]:
    here = path.relative_to(site).as_posix()
    source = source_of(project, here)

    def where(target: str) -> str:
        return line_of(project, source, target) if source else project.relative(path)

    for target in seen.claims:
        yield _finding(Kind.LINK, where(target), f"{target} was left as it is; {_hint(target)}")
    for target in seen.assets:
        if _foreign(target):
            yield _finding(Kind.FOREIGN, where(target), f"asks another host: {target}")
        elif problem := _problem(site, here, target, pages):
            yield _finding(Kind.LINK, where(target), problem)
    for target in seen.links:
        if problem := _problem(site, here, target, pages):
            yield _finding(Kind.LINK, where(target), problem)
    for target in seen.navigation:
        if problem := _problem(site, here, target, pages):
            absolute = urljoin(HOST + here, target).removeprefix(HOST)
            yield _finding(Kind.LINK, "mkdocs.yml", f"the navigation: {problem.replace(target, absolute)}")
    if not seen.status and here not in WITHOUT_STATUS:
        yield _finding(Kind.LINK, source or project.relative(path), "the page does not say what it was checked against")


def _hint(target: str) -> str:
    return "does it stand alone in its paragraph?" if target.startswith(SCHEME) else "is it in raw HTML?"


def _foreign(target: str) -> bool:
    parts = urlsplit(target.strip())
    return bool(parts.netloc) or parts.scheme in ("http", "https", "ftp", "ws", "wss")


def _problem(site: Path, here: str, target: str, pages: dict[Path, Seen]) -> str:
    """Return what is wrong with a link on the page `here`; empty where it leads somewhere or elsewhere."""
    if urlsplit(target).scheme or target.startswith("//"):
        return ""
    resolved = urlsplit(urljoin(HOST + here, target))
    path = site / unquote(resolved.path).lstrip("/")
    path = path / "index.html" if path.is_dir() else path
    if not path.is_file():
        return f"{target} leads to no file"
    anchor = unquote(resolved.fragment)
    if anchor and path in pages and anchor not in pages[path].anchors and not anchor.startswith(":~:"):
        return f"{target} leads to no anchor"
    return ""


def _finding(kind: Kind, where: str, message: str) -> Finding:
    return Finding(kind, where, message, "make site")
