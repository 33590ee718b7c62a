"""Tables whose every line a claim must carry: those with a column headed “shown by”.

Such a table sums up what was shown elsewhere. A line that names no claim, or one that does not hold, fails the build at
that line, and so does one whose claim could not be run: what it says would be a hope.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from urllib.parse import unquote

from .blocks import Block, Link
from .pages import read_pages
from .project import Project
from .verdict import Finding, Kind

HEAD = "shown by"
_SCHEME = "claim:"


def check_carried(project: Project, failing: Mapping[str, str]) -> list[Finding]:
    """Return a finding for each line of such a table that nothing carries; `failing` says why a claim does not."""
    findings = []
    for page in read_pages(project):
        for row in page.blocks:
            if HEAD not in (head.lower() for head in row.header):
                continue
            where = f"{page.path}:{row.line}"
            if not _claims(link for link in row.links if _stands_in(link, row)):
                message = f"no claim carries this line: {row.text}"
                findings.append(Finding(Kind.UNCARRIED, where, message, "python -m claims list"))
            findings += [_uncarried(where, claim, failing[claim]) for claim in _claims(row.links) if claim in failing]
    return findings


def _stands_in(link: Link, row: Block) -> bool:
    """Tell whether a link stands in the row's cell below the heading."""
    spans = [span for span, head in zip(row.cells, row.header, strict=False) if head.lower() == HEAD]
    return any(start <= link.start < end for start, end in spans)


def _claims(links: Iterable[Link]) -> list[str]:
    """Return the claims that are linked, each once."""
    named = (link.href.removeprefix(_SCHEME) for link in links if link.href.startswith(_SCHEME))
    return list(dict.fromkeys(unquote(target.partition("#")[0]) for target in named))


def _uncarried(where: str, claim: str, why: str) -> Finding:
    message = f"claim {claim}: this line rests on it, and it {why}"
    return Finding(Kind.UNCARRIED, where, message, f"python -m claims show {claim} --fresh", claim)
