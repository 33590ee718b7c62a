"""Fresh evidence against accepted: drift, what is not comparable, and nothing where nothing changed.

The cases are data: changes to the records of one example on either side, and the findings that follow.
"""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from evidence_world import EVIDENCE, claim, holding_evidence
from hypothesis import HealthCheck, given, settings
from prose_world import BUILD

from claims.engine import store
from claims.engine.compare import compare, first_difference, unified
from claims.engine.model import Evidence, Profile
from claims.engine.project import Project
from claims.engine.verdict import Finding

CASES = sorted(Path(__file__).parents[1].joinpath("cases", "compare").glob("*.json"))


def merge(record: dict[str, Any], changes: dict[str, Any]) -> None:
    """Apply changes to a record, level by level; null takes an entry out."""
    for key, change in changes.items():
        if isinstance(change, dict) and isinstance(record.get(key), dict):
            merge(record[key], change)
        elif change is None:
            del record[key]
        else:
            record[key] = change


def changed(folder: Path, changes: dict[str, Any]) -> Evidence:
    """Return the example with changes to its evidence.json and to its files."""
    store.write_evidence(folder, EVIDENCE)
    record = json.loads((folder / "evidence.json").read_text(encoding="utf-8"))
    files = changes.pop("files", {})
    merge(record, changes)
    for name, (old, new) in files.items():
        text = (folder / name).read_text(encoding="utf-8")
        assert old in text
        (folder / name).write_text(text.replace(old, new), encoding="utf-8")
    (folder / "evidence.json").write_text(store.dumps(record), encoding="utf-8")
    evidence = store.read_evidence(folder)
    assert evidence is not None
    return evidence


def line(finding: Finding) -> str:
    return " | ".join([finding.kind.value, finding.where, finding.message, finding.accepted, finding.found])


@pytest.mark.parametrize("path", CASES, ids=lambda path: path.stem)
def test_golden_cases(path: Path, tmp_path: Path) -> None:
    """Each case's changes lead to its findings and its list of what is not comparable."""
    case = json.loads(path.read_text(encoding="utf-8"))
    accepted = changed(tmp_path / "accepted", case.get("accepted", {}))
    fresh = changed(tmp_path / "fresh", case.get("fresh", {}))
    findings, not_comparable = compare(Project(tmp_path, BUILD), claim(), accepted, fresh)
    assert [line(finding) for finding in findings] == case["findings"]
    assert [f"{n.piece} | {n.reason}" for n in not_comparable] == case.get("not comparable", [])


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.filter_too_much, HealthCheck.too_slow])
@given(evidence=holding_evidence)
def test_evidence_does_not_drift_from_itself(evidence: Evidence) -> None:
    """Whatever holds and is accepted as it is leads to no finding, and all of it can be compared."""
    assert compare(Project(Path(), BUILD), claim(evidence.claim + ".x"), evidence, evidence) == ([], [])


@settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.filter_too_much, HealthCheck.too_slow])
@given(evidence=holding_evidence)
def test_on_another_machine_all_that_depends_on_it_is_listed(evidence: Evidence) -> None:
    """Where the whole profile differs, a piece is either the same or listed as not comparable; nothing drifts."""
    other = Profile("p", "o", "a", "i", "c", "u", "t", 0)
    fresh = replace(evidence, profile=other)
    findings, not_comparable = compare(Project(Path(), BUILD), claim(evidence.claim + ".x"), evidence, fresh)
    dependent = {v.name for v in evidence.values.values() if v.depends} | {
        e.name for e in evidence.excerpts.values() if e.depends
    }
    assert findings == []
    assert {n.piece for n in not_comparable} <= dependent


def test_nothing_accepted_yet(tmp_path: Path) -> None:
    """Evidence without an accepted counterpart is new, and says how to accept it."""
    (finding,), not_comparable = compare(Project(tmp_path, BUILD), claim(), None, EVIDENCE)
    assert finding.message == "claim lanes.float32: has no accepted evidence for torch 2.13.0 (cf30153c)"
    assert finding.next == "python -m claims accept lanes.float32"
    assert not_comparable == []


@pytest.mark.parametrize(
    ("old", "new", "difference"),
    [
        ("a\nb\nc\n", "a\n  x\nc\n", (2, "b", "x")),
        ("a\n", "a\nb\n", (2, "(no line)", "b")),
        ("a\nb\n", "a\n", (2, "b", "(no line)")),
        ("", "a\n", (1, "(no line)", "a")),
    ],
)
def test_the_first_difference(old: str, new: str, difference: tuple[int, str, str]) -> None:
    """The first line that differs is counted in the accepted text, with both sides of it."""
    assert first_difference(old, new) == difference


def test_a_long_diff_is_cut() -> None:
    """A diff that is longer than its limit says how much is missing."""
    old, new = "".join(f"{n}\n" for n in range(50)), "".join(f"{n}x\n" for n in range(50))
    lines = unified(old, new, "loop.cpp", limit=10).splitlines()
    assert lines[:2] == ["--- accepted/loop.cpp", "+++ found/loop.cpp"]
    assert lines[10:] == ["… 93 more lines"]
