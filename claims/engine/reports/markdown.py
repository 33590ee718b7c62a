"""The report as Markdown, for the summary of a job or the text of a pull request."""

from __future__ import annotations

from collections import Counter

from ..diff.render_markdown import escape
from ..report import summary
from ..verdict import Report

#: Findings that are written out; the rest is counted.
SHOWN = 50


def markdown(report: Report) -> str:
    """Return a heading with the verdict, a table of kinds, and each finding with its place and its next command."""
    ran = any(not verdict.lacks for verdict in report.verdicts.values())
    if ran:
        heading = "The claims do not hold" if report.findings else "The claims hold"
    else:
        heading = f"The gate {'fails' if report.findings else 'passes'}, and no claim was run"
    lines = [f"## {heading}", "", f"{escape(summary(report))}.", ""]
    if ran and report.profile:
        lines += [f"Ran under {escape(str(report.profile))}.", ""]
    counted = Counter(finding.kind.value for finding in report.findings)
    if counted:
        lines += ["| kind | findings |", "| --- | --- |", *(f"| {k} | {n} |" for k, n in counted.most_common()), ""]
    for finding in report.findings[:SHOWN]:
        lines.append(f"- `{finding.where}`: {escape(finding.message)}")
        if finding.accepted or finding.found:
            lines += [
                f"    - accepted: {escape(_line(finding.accepted))}",
                f"    - found: {escape(_line(finding.found))}",
            ]
        lines.append(f"    - next: `{finding.next}`")
    if len(report.findings) > SHOWN:
        lines += ["", f"… and {len(report.findings) - SHOWN} more."]
    return "\n".join(lines).rstrip() + "\n"


def _line(text: str) -> str:
    return " ".join(text.split())
