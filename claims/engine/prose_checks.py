"""Holds the prose against the claims and the accepted evidence.

Each check looks at one way in which the two can drift: a name, a figure, a code block, a number, a link.
"""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterable, Mapping

from .between import SCHEME, between_findings
from .figures import BadTemplate, figure_names, figure_of, fill, is_template, says
from .model import Claim, Evidence, Value, display
from .pages import Page, read_pages
from .project import Project
from .prose_links import link_findings
from .prose_numbers import number_findings
from .references import Reference
from .store import TornEvidence, read_evidence
from .verdict import Finding, Kind

_RECORDED = "recorded-arm64-macos"
_CODE_TAG = re.compile(r"<(pre|code|samp|textarea)\b", re.IGNORECASE)
_COMMENT = re.compile(r"<!--.*?-->", re.DOTALL)
_CLAIM_LINK = re.compile(r"\b(?:claim|recorded):[\w-](?:[\w.#-]*\w)?")
_LIST = "python -m claims list"


def check_prose(project: Project, claims: list[Claim], evidence: Mapping[str, Evidence]) -> list[Finding]:
    """Return what is wrong with the pages, in their order; `evidence` is what was accepted, by claim id."""
    pages = read_pages(project)
    ids = {claim.id for claim in claims}
    unseen = {claim.id for claim in claims if claim.run.requires and claim.id not in evidence}
    findings: list[Finding] = []
    for page in pages:
        found = [finding for r in page.references for finding in _reference(project, ids, evidence, r)]
        found += [_unseen_figure(r) for r in page.references if r.claim in unseen and r.fragment and not r.recorded]
        found += between_findings(project, _comparisons(page))
        found += _unlinked(page)
        if page.states:
            found += [*_typed_code(page, evidence), *number_findings(page, evidence)]
        found += link_findings(project, page, pages)
        findings += sorted(found, key=lambda finding: int(finding.where.rpartition(":")[2]))
    return findings + _unreferenced(claims, pages)


def _reference(
    project: Project, ids: set[str], evidence: Mapping[str, Evidence], reference: Reference
) -> Iterable[Finding]:
    where = f"{reference.page}:{reference.line}"
    if reference.claim not in ids:
        closest = difflib.get_close_matches(reference.claim, sorted(ids), 1, cutoff=0.4)
        hint = f"; the closest is {closest[0]}" if closest else ""
        message = f"claim {reference.claim}: no claim is called that{hint}"
        yield Finding(Kind.UNKNOWN_CLAIM, where, message, _LIST)
        return
    show = f"python -m claims show {reference.claim}"
    if reference.recorded:
        held = _recorded(project, reference.claim)
        if held is None:
            message = f"claim {reference.claim}: no reading of it is recorded in snippets/{_RECORDED}"
            yield Finding(Kind.TEXT, where, message, show, reference.claim)
    else:
        held = evidence.get(reference.claim)
    if not reference.text:
        message = f"claim {reference.claim}: the link has no text"
        yield Finding(Kind.TEXT, where, message, show, reference.claim)
    elif reference.recorded and not reference.fragment:
        message = f"claim {reference.claim}: a recorded reading is named without saying which, as in #ratio"
        yield Finding(Kind.TEXT, where, message, show, reference.claim)
    elif held is not None and reference.fragment and (wrong := _text(reference, held)):
        profile = f"torch {held.build.torch}, {held.profile.isa}, {held.profile.compiler}"
        message = f"claim {reference.claim}: {wrong}"
        yield Finding(Kind.TEXT, where, message, show, reference.claim, detail=profile)


def _comparisons(page: Page) -> Iterable[tuple[str, int, str]]:
    """Yield the links that speak of two builds: page, line and address."""
    for link in (link for block in page.blocks for link in block.links):
        if link.href.startswith(SCHEME):
            yield page.path, link.line, link.href


def _unseen_figure(reference: Reference) -> Finding:
    message = f"claim {reference.claim}: it was never run where its device is, so there is no {reference.fragment}"
    command = f"python -m claims show {reference.claim}"
    return Finding(Kind.TEXT, f"{reference.page}:{reference.line}", message, command, reference.claim)


def _text(reference: Reference, evidence: Evidence) -> str:
    """Return how the link's text and the figure it names disagree; empty where they agree."""
    name, text = reference.fragment, reference.text
    figure = figure_of(evidence, name)
    if figure is None:
        names = ", ".join(figure_names(evidence)) or "none"
        return f"it has no value called {name}; it has {names}"
    moves = name not in evidence.values and not reference.recorded
    value = evidence.values.get(name, Value(name, figure))
    if not moves and says(text, value):
        return ""
    if is_template(text):
        try:
            fill(text, figure)
        except BadTemplate as error:
            return str(error)
        return ""
    if moves:
        return f"the text says {text}, and {name} moves from run to run; write a template such as {{:.2f}}"
    if reference.recorded:
        return f"the text says {text}, the reading says {value}"
    unit = f" ({value.unit})" if value.unit else ""
    return f"the text says {text}, the evidence says {display(figure)}{unit}"


def _recorded(project: Project, claim: str) -> Evidence | None:
    chapter, _, name = claim.partition(".")
    try:
        return read_evidence(project.snippets / _RECORDED / chapter / name)
    except TornEvidence:
        return None


def _unlinked(page: Page) -> Iterable[Finding]:
    """Yield what looks like a link to a claim and would not be rendered as one."""
    for block in page.blocks:
        for link in block.links:
            if link.markup != "link" and link.href.startswith(("claim:", "recorded:")):
                yield _not_a_link(page, link.line, f"<{link.href}>")
        shown = [*block.code, *((link.start, link.end) for link in block.links)]
        for match in _CLAIM_LINK.finditer(block.text):
            if not any(start <= match.start() < end for start, end in shown):
                yield _not_a_link(page, block.line_at(match.start()), match.group())
    for html in page.html:
        for match in _CLAIM_LINK.finditer(_COMMENT.sub(_blank, html.text)):
            line = html.line + html.text.count("\n", 0, match.start())
            yield _not_a_link(page, line, match.group())


def _not_a_link(page: Page, line: int, text: str) -> Finding:
    message = f"{text} names a claim and is not a Markdown link; write [phrase](claim:ID), outside HTML tags"
    return Finding(Kind.LINK, f"{page.path}:{line}", message, _LIST)


def _typed_code(page: Page, evidence: Mapping[str, Evidence]) -> Iterable[Finding]:
    files = {
        f"{claim.replace('.', '/', 1)}/{name}"
        for claim, held in evidence.items()
        for excerpt in held.excerpts.values()
        for name in (excerpt.name, excerpt.whole_name)
    }
    for block in page.code:
        if not block.include:
            yield _typed(page, block.line, f"a code block was typed by hand ({block.first[:40] or 'empty'})")
        elif block.include not in files:
            claim = _claim_of_include(block.include)
            closest = difflib.get_close_matches(block.include, sorted(files), 1)
            hint = f"; the closest is {closest[0]}" if closest else ""
            message = f"{block.include} is no excerpt of accepted evidence{hint}"
            command = f"python -m claims show {claim}" if claim in evidence else _LIST
            yield Finding(Kind.TYPED_CODE, f"{page.path}:{block.include_line}", message, command)
    for html in page.html:
        for match in _CODE_TAG.finditer(_COMMENT.sub(_blank, html.text)):
            line = html.line + html.text.count("\n", 0, match.start())
            if not html.inline or match[1].lower() != "code":
                yield _typed(page, line, f"code was typed by hand in <{match[1]}>")
    for text in page.blocks:
        for match in re.finditer(r"-+8<-+", text.text):
            if not any(start <= match.start() < end for start, end in text.code):
                yield _typed(page, text.line_at(match.start()), "an include stands outside a fenced block")


def _typed(page: Page, line: int, what: str) -> Finding:
    message = f'{what}; show an excerpt: a fenced block with only --8<-- "chapter/claim/file"'
    return Finding(Kind.TYPED_CODE, f"{page.path}:{line}", message, _LIST)


def _unreferenced(claims: list[Claim], pages: list[Page]) -> list[Finding]:
    stating = [page for page in pages if page.states]
    named = {reference.claim for page in stating for reference in page.references if not reference.recorded}
    named |= {_claim_of_include(include.path) for page in stating for include in page.includes}
    return [
        Finding(
            Kind.UNREFERENCED,
            f"{claim.place}:1",
            f"claim {claim.id}: no page of article or guide names it; write [phrase](claim:{claim.id})",
            f"python -m claims show {claim.id}",
            claim.id,
        )
        for claim in claims
        if claim.id not in named
    ]


def _claim_of_include(path: str) -> str:
    """Return the id of the claim whose folder an include's path lies in; empty for a path of another form."""
    parts = path.split("/")
    return f"{parts[0]}.{parts[1]}" if len(parts) == 3 else ""


def _blank(match: re.Match[str]) -> str:
    return re.sub(r"[^\n]", " ", match.group())
