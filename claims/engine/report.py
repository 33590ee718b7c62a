"""What a run found, for people on a terminal and for machines in build/report.json."""

from __future__ import annotations

import json
from dataclasses import asdict
from pathlib import Path
from typing import Any

from .model import Build, Profile
from .store import dumps, write_text
from .verdict import Finding, Kind, NotComparable, Report, Verdict, not_run


def write_report(path: Path, report: Report) -> None:
    """Write the report as JSON, whole or not at all."""
    record = asdict(report)
    record["exit_code"] = report.exit_code
    for finding in record["findings"]:
        finding["kind"] = finding["kind"].value
    write_text(path, dumps(record))


def read_report(path: Path) -> Report | None:
    """Return the report in `path`, or None where there is none that can be read."""
    try:
        record: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
        return Report(
            nonce=record["nonce"],
            build=Build(**record["build"]),
            profile=Profile(**record["profile"]) if record["profile"] else None,
            verdicts={key: _verdict(value) for key, value in record["verdicts"].items()},
            findings=tuple(Finding(**{**f, "kind": Kind(f["kind"])}) for f in record["findings"]),
            seconds=record["seconds"],
        )
    except (OSError, ValueError, KeyError, TypeError):
        return None


def _verdict(record: dict[str, Any]) -> Verdict:
    return Verdict(**{**record, "not_comparable": tuple(NotComparable(**n) for n in record["not_comparable"])})


def finding_text(finding: Finding) -> str:
    """Return a finding as text: where and what, then accepted and found, then the next command."""
    lines = [f"{finding.where}: {finding.message}"]
    if finding.accepted or finding.found:
        lines += [f"  accepted: {finding.accepted}", f"  found:    {finding.found}"]
    lines += [f"  {line}" for line in finding.detail.splitlines()]
    lines.append(f"  next: {finding.next}")
    return "\n".join(lines)


def summary(report: Report) -> str:
    """Return one line on the whole run."""
    holding = sum(verdict.holds for verdict in report.verdicts.values())
    lacks = [verdict.lacks for verdict in report.verdicts.values() if verdict.lacks]
    ran = (
        f"{holding} of {len(report.verdicts)} claims hold{not_run(lacks)} on {report.build}"
        if report.verdicts
        else f"accepted evidence of {report.build}"
    )
    skipped = sum(len(verdict.not_comparable) for verdict in report.verdicts.values())
    comparable = f", {skipped} pieces not comparable here" if skipped else ""
    findings = f"{len(report.findings)} findings" if len(report.findings) != 1 else "1 finding"
    return f"{ran}{comparable}; {findings if report.findings else 'no findings'}"
