"""Tables with a column “shown by”: each line names a claim there, and falls with it."""

from __future__ import annotations

from pathlib import Path

import pytest
from prose_world import BUILD

from claims.engine.carried import check_carried
from claims.engine.project import Project
from claims.engine.verdict import Finding, Kind

TABLE = """\
# What was shown

| [line](claim:a.head) | shown by |
| --- | --- |
| one | [a](claim:a.one), [b](claim:a.two#value) |
| [two](claim:a.three) | nothing |
| three | [a](claim:a.one) |

| line | told by |
| --- | --- |
| four | nobody |
"""


@pytest.fixture
def project(tmp_path: Path) -> Project:
    (tmp_path / "docs" / "article").mkdir(parents=True)
    (tmp_path / "docs" / "article" / "closing.md").write_text(TABLE, encoding="utf-8")
    return Project(tmp_path, BUILD)


def said(findings: list[Finding]) -> list[tuple[str, str]]:
    assert all(finding.kind is Kind.UNCARRIED for finding in findings)
    return [(finding.where.rpartition(":")[2], finding.message) for finding in findings]


def test_a_line_that_names_no_claim_in_its_column(project: Project) -> None:
    """A link elsewhere in the line does not carry it; tables without the column are nobody's business."""
    assert said(check_carried(project, {})) == [("6", "no claim carries this line: two | nothing")]


def test_a_line_falls_with_any_of_its_claims(project: Project) -> None:
    """Each line that links a claim that does not hold is a finding at that line, with the reason."""
    found = said(check_carried(project, {"a.two": "does not hold in this run", "a.three": "was not run"}))
    assert found == [
        ("5", "claim a.two: this line rests on it, and it does not hold in this run"),
        ("6", "no claim carries this line: two | nothing"),
        ("6", "claim a.three: this line rests on it, and it was not run"),
    ]


def test_one_claim_in_two_lines(project: Project) -> None:
    """Every line of a failing claim is named."""
    lines = [line for line, _ in said(check_carried(project, {"a.one": "does not hold in this run"}))]
    assert lines == ["5", "6", "7"]
