"""report.json and the text of a finding."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from prose_world import BUILD, PROFILE

from claims.engine.report import finding_text, read_report, write_report
from claims.engine.verdict import Finding, Kind, NotComparable, Report, Verdict

_words = st.text(st.characters(exclude_categories=["Cs"]), max_size=10)
_findings = st.builds(Finding, st.sampled_from(Kind), *[_words] * 7)
_verdicts = st.builds(
    Verdict,
    _words,
    st.booleans(),
    _words,
    st.floats(0, 1e6),
    st.lists(st.builds(NotComparable, _words, _words, _words), max_size=2).map(tuple),
)
_reports = st.builds(
    Report,
    nonce=_words,
    build=st.just(BUILD),
    profile=st.sampled_from([PROFILE, None]),
    verdicts=st.dictionaries(_words, _verdicts, max_size=2),
    findings=st.lists(_findings, max_size=3).map(tuple),
    seconds=st.dictionaries(_words, st.floats(0, 1e6), max_size=2),
)


@settings(deadline=None, max_examples=40, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(report=_reports)
def test_a_report_is_read_back(tmp_path: Path, report: Report) -> None:
    """Whatever is reported is read back the same, and the file says its exit code."""
    path = tmp_path / "report.json"
    write_report(path, report)
    assert read_report(path) == report
    assert json.loads(path.read_text(encoding="utf-8"))["exit_code"] == report.exit_code


@pytest.mark.parametrize("text", ["", "[]", "{}", '{"nonce": ""}'])
def test_a_report_that_cannot_be_read(tmp_path: Path, text: str) -> None:
    """A report that is missing, cut off or of another form counts as none."""
    path = tmp_path / "report.json"
    assert read_report(path) is None
    path.write_text(text, encoding="utf-8")
    assert read_report(path) is None


def test_the_text_of_a_finding() -> None:
    """A finding reads: where and what, accepted and found, further lines, the next command."""
    finding = Finding(Kind.VALUE, "a.md:3", "claim a.b: it moved", "python -m claims list", "a.b", "8", "16", "x\ny")
    assert finding_text(finding) == (
        "a.md:3: claim a.b: it moved\n  accepted: 8\n  found:    16\n  x\n  y\n  next: python -m claims list"
    )


def test_the_text_of_a_finding_without_sides() -> None:
    """Where there is neither accepted nor found, the text does without them."""
    finding = Finding(Kind.LINK, "a.md:3", "gone", "ls docs")
    assert finding_text(finding) == "a.md:3: gone\n  next: ls docs"
