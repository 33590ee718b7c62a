"""The report as workflow commands, which GitHub shows beside the line of the file that they name."""

from __future__ import annotations

import re

from ..verdict import Finding, Report, not_run

_WHERE = re.compile(r"(.+?)(?::(\d+))?")


def github(report: Report) -> str:
    """Return one ``::error`` command a finding, and ``::notice`` for what was not run and what is not comparable."""
    lines = [annotation(finding) for finding in report.findings]
    if not report.verdicts:
        lines.append("::notice title=claims::no claim was run; accepted evidence alone was judged")
    if lacks := not_run(verdict.lacks for verdict in report.verdicts.values() if verdict.lacks):
        lines.append(f"::notice title=claims::{_text(lacks.removeprefix(', '))}")
    apart = sum(len(verdict.not_comparable) for verdict in report.verdicts.values())
    if apart:
        lines.append(f"::notice title=claims::{apart} pieces of evidence are not comparable on this machine")
    return "".join(f"{line}\n" for line in lines)


def annotation(finding: Finding) -> str:
    """Return a finding as one workflow command on one line."""
    match = _WHERE.fullmatch(finding.where)
    path, number = (match[1], match[2]) if match else (finding.where, None)
    place = f"file={_property(path)}" + (f",line={number}" if number else "")
    sides = [f"accepted: {finding.accepted}", f"found: {finding.found}"] if finding.accepted or finding.found else []
    text = "\n".join([finding.message, *sides, f"next: {finding.next}"])
    return f"::error {place},title={_property(finding.kind.value)}::{_text(text)}"


def _text(text: str) -> str:
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _property(text: str) -> str:
    return _text(text).replace(":", "%3A").replace(",", "%2C")
