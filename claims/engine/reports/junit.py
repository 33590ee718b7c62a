"""The report as JUnit XML: a test suite a chapter, a test case a claim, the rest in a suite called gate."""

from __future__ import annotations

import re
from xml.etree import ElementTree as xml

from ..report import finding_text
from ..verdict import Finding, Kind, Report

#: Characters that XML 1.0 cannot hold, however they are written.
_FORBIDDEN = re.compile("[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def junit(report: Report) -> str:
    """Return the report as JUnit XML.

    A crash or a time limit is an error, all else that was found a failure; a claim that was not run is skipped.
    """
    root = xml.Element("testsuites", name=str(report.build))
    suites: dict[str, list[xml.Element]] = {}
    by_claim: dict[str, list[Finding]] = {claim: [] for claim in report.verdicts}
    for finding in report.findings:
        by_claim.setdefault(finding.claim, []).append(finding)
    for claim, findings in by_claim.items():
        verdict = report.verdicts.get(claim)
        chapter = claim.partition(".")[0] or "gate"
        case = xml.Element(
            "testcase", classname=chapter, name=claim or "gate", time=f"{verdict.seconds:.3f}" if verdict else "0"
        )
        for finding in findings:
            tag = "error" if finding.kind is Kind.FAILED_RUN else "failure"
            element = xml.SubElement(case, tag, message=_clean(finding.message), type=finding.kind.value)
            element.text = _clean(finding_text(finding))
        if verdict and verdict.lacks and not findings:
            xml.SubElement(case, "skipped", message=_clean(f"not run: {verdict.lacks}"))
        if verdict and verdict.not_comparable:
            lines = [f"not comparable here: {n.piece}: {n.reason}" for n in verdict.not_comparable]
            xml.SubElement(case, "system-out").text = _clean("\n".join(lines))
        suites.setdefault(chapter, []).append(case)
    for chapter, cases in sorted(suites.items()):
        counted = {tag: sum(case.find(tag) is not None for case in cases) for tag in ("failure", "error", "skipped")}
        suite = xml.SubElement(
            root, "testsuite", name=chapter, tests=str(len(cases)),
            failures=str(counted["failure"]), errors=str(counted["error"]), skipped=str(counted["skipped"]),
        )  # fmt: skip
        suite.extend(cases)
    xml.indent(root)
    return '<?xml version="1.0" encoding="utf-8"?>\n' + xml.tostring(root, encoding="unicode") + "\n"


def _clean(text: str) -> str:
    return _FORBIDDEN.sub("\N{REPLACEMENT CHARACTER}", text)
