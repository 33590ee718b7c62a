"""What the prose says of two builds is held against the evidence of both."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from prose_world import LANES, LOOP, World

from claims.engine.between import between_findings
from claims.engine.model import Build, Evidence, Value
from claims.engine.project import Project
from claims.engine.store import write_evidence

OTHER = Build("2.15.0", "f" * 40)
WIDER = replace(LANES, values={**LANES.values, "step": Value("step", 16, "float32 lanes")})


@pytest.fixture
def project(tmp_path: Path) -> Project:
    """Two builds: the step of one claim is another on the newer one, and the other claim is the same."""
    built = World.build(tmp_path).project
    for evidence in (WIDER, LOOP):
        _write(built, replace(evidence, build=OTHER))
    return built


def _write(project: Project, evidence: Evidence) -> None:
    write_evidence(project.snippets / "torch-2.15.0" / evidence.claim.replace(".", "/", 1), evidence)


def said(project: Project, address: str) -> list[str]:
    """Return what the gate says of a link."""
    return [f.message for f in between_findings(project, [("docs/upgrades/index.md", 3, f"between:{address}")])]


@pytest.mark.parametrize("address", ["2.13.0..2.15.0/lanes.float32", "2.13.0..2.15.0/lanes.float32#step"])
def test_what_changed(project: Project, address: str) -> None:
    """A link that names a change which is there is no finding, whether it names the piece or not."""
    assert said(project, address) == []


@pytest.mark.parametrize(
    ("address", "message"),
    [
        ("2.13.0..2.15.0/fusion.one-loop", "its evidence did not change between torch 2.13.0 and 2.15.0"),
        ("2.13.0..2.15.0/lanes.float32#isa", "“isa” did not change between torch 2.13.0 and 2.15.0"),
        ("2.13.0..2.14.1/lanes.float32", "there is no evidence of it on torch 2.14.1"),
        ("2.13.0..2.15.0/lanes.gone", "there is no evidence of it on torch 2.13.0"),
        ("2.15.0/lanes.float32", "write between:OLD..NEW/chapter.claim"),
    ],
)
def test_what_does_not_hold(project: Project, address: str, message: str) -> None:
    """A change that is not there, a build without evidence, a claim without any, and a slip each have a message."""
    (found,) = said(project, address)
    assert message in found


def test_evidence_that_cannot_be_read_back(project: Project) -> None:
    """Torn evidence is named from the project's root, and so it is in the command that comes next."""
    place = "snippets/torch-2.15.0/lanes/float32/evidence.json"
    (project.root / place).write_text("{", encoding="utf-8")
    (found,) = between_findings(project, [("docs/upgrades/index.md", 3, "between:2.13.0..2.15.0/lanes.float32")])
    assert found.message.startswith(f"claim lanes.float32: {place}: cannot be read: ")
    assert found.next == f"git diff {place}"


def test_a_claim_that_requires_a_device(project: Project) -> None:
    """A link that speaks of evidence in a device's folder is held against it."""
    for build in ("2.13.0", "2.15.0"):
        (project.snippets / f"torch-{build}-cuda").mkdir()
        (project.snippets / f"torch-{build}" / "lanes").rename(project.snippets / f"torch-{build}-cuda" / "lanes")
    assert said(project, "2.13.0..2.15.0/lanes.float32#step") == []
