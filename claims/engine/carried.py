"""Tables whose every line a claim must carry: those with a column headed “shown by”.

Such a table sums up what was shown elsewhere. A line that names no claim, or one that does not hold, fails the build at
that line, and so does one whose claim could not be run: what it says would be a hope.
"""

from __future__ import annotations

from collections.abc import Mapping
from urllib.parse import unquote

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
            named = [link.href for link in row.links if link.href.startswith(_SCHEME)]
            claims = dict.fromkeys(unquote(href.removeprefix(_SCHEME).partition("#")[0]) for href in named)
            if not claims:
                message = f"no claim carries this line: {row.text}"
                findings.append(Finding(Kind.UNCARRIED, where, message, "python -m claims list"))
            findings += [_uncarried(where, claim, failing[claim]) for claim in claims if claim in failing]
    return findings


def _uncarried(where: str, claim: str, why: str) -> Finding:
    message = f"claim {claim}: this line rests on it, and it {why}"
    return Finding(Kind.UNCARRIED, where, message, f"python -m claims show {claim} --fresh", claim)
