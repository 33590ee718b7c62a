"""Taking fresh evidence into snippets/: only on command, only what holds, and never a part of it."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from evidence_world import EVIDENCE, attempt, controls
from prose_world import PROFILE, World

from claims.engine import review, store, workspace
from claims.engine import runs as runs_on_disk
from claims.engine.accept import Acceptance, accept
from claims.engine.calibrations import write_calibration
from claims.engine.errors import EngineError
from claims.engine.model import Attempt, Check, Claim, Controls, Evidence, Look, Ordering, Outcome, Value
from claims.engine.project import Project
from claims.engine.runs import Runs
from claims.engine.timing.margins import Calibration

PAGE = "# Lanes\n\nA vector holds [8](claim:lanes.float32#step) floats.\n"
MOVED = replace(EVIDENCE, values={**EVIDENCE.values, "step": Value("step", 16, "floats", ("isa",))})
LOOK = Look("confirmed", ((11, 0),), (0.4, 0.4))
CONTROL = 'CONTROLS = [Control("half the register", fails="step")]\n'


@pytest.fixture(autouse=True)
def no_continuous_integration(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("CI", raising=False)


@pytest.fixture
def project(tmp_path: Path) -> Project:
    """A project with one claim, its evidence accepted and reviewed."""
    world = World(Project(tmp_path, EVIDENCE.build))
    world.add_claim("lanes.float32", EVIDENCE.statement)
    script = world.claim("lanes.float32").script
    script.write_text(script.read_text(encoding="utf-8") + CONTROL, encoding="utf-8")
    world.page("article/lanes.md", PAGE)
    world.project.build.mkdir()
    accepted(world.project, EVIDENCE)
    return world.project


def the_claim(project: Project) -> Claim:
    return World(project).claim("lanes.float32")


def accepted(
    project: Project, evidence: Evidence | None, *, made: Controls | None = None, replace_profile: bool = False,
    calibrated: str = "", **fields: object,
) -> Acceptance:  # fmt: skip
    """Run the claim with this outcome, then accept it; `calibrated` names an ordering that has a margin already."""
    which = the_claim(project)
    if calibrated:
        write_calibration(project.accepted_folder(which), {calibrated: Calibration("ordering", 1.2)})
    ran: Attempt = attempt(evidence, **fields)
    made = made or controls(script=which.digest)
    runs = Runs("n1", EVIDENCE.build, PROFILE, {which.id: ran}, {which.id: made}, {})
    runs_on_disk.keep_runs(project, [which], runs)
    (result,) = accept(project, [which], runs, World(project).prose, replace_profile=replace_profile)
    return result


def tree(project: Project) -> dict[Path, bytes]:
    return store.snapshot(project.snippets)


def test_a_new_claim(project: Project) -> None:
    """What is accepted first is everything the run made but the run itself, with its controls and its sentence."""
    folder = project.accepted_folder(the_claim(project))
    assert sorted(path.name for path in folder.iterdir()) == [
        "controls.json",
        "evidence.json",
        "loop.cpp",
        "loop.whole.cpp",
        "measurements.json",
    ]
    assert store.read_evidence(folder) == EVIDENCE
    entry = review.read_review(project)["lanes.float32"]
    assert list(entry.sentences.values()) == ["A vector holds 8 floats."]
    assert entry.evidence == store.digest(folder)


def test_unchanged_evidence(project: Project) -> None:
    """Accepting what is accepted already changes not a byte, though measurements moved."""
    before = tree(project)
    again = replace(EVIDENCE, measurements={})
    assert accepted(project, again) == Acceptance("lanes.float32", True, "unchanged")
    assert tree(project) == before


def test_a_verdict_under_another_margin(project: Project) -> None:
    """Where the margin that counts has changed since, what is shown becomes what this run measured and decided."""
    first = Ordering("eager over compiled", "eager", "compiled", verdict="confirmed", looks=(LOOK,), origin="none yet")
    accepted(project, replace(EVIDENCE, orderings={first.name: first}), calibrated=first.name)
    now = replace(first, margin=1.2, origin="calibrated on this processor", ratio=1.5)
    assert accepted(project, replace(EVIDENCE, orderings={now.name: now})).what == "measurements"
    shown = store.read_evidence(project.accepted_folder(the_claim(project)))
    assert shown is not None and shown.orderings[now.name] == now


def test_drifted_evidence(project: Project) -> None:
    """Accepting drift replaces the folder, reports what drifted and reviews the sentence anew."""
    result = accepted(project, MOVED)
    assert (result.accepted, result.what) == (True, "evidence")
    assert [(f.accepted, f.found) for f in result.findings] == [("8 floats", "16 floats")]
    folder = project.accepted_folder(the_claim(project))
    assert store.read_evidence(folder) == MOVED
    assert review.read_review(project)["lanes.float32"].evidence == store.digest(folder)


def test_evidence_that_an_upgrade_kept(project: Project) -> None:
    """Where a check failed in what is there, as an upgrade keeps it, evidence in which it holds takes its place."""
    folder = project.accepted_folder(the_claim(project))
    name, check = next(iter(EVIDENCE.checks.items()))
    store.write_evidence(folder, replace(EVIDENCE, checks={**EVIDENCE.checks, name: replace(check, holds=False)}))
    assert accepted(project, EVIDENCE).what == "evidence"
    found = store.read_evidence(folder)
    assert found is not None and not found.failed


def test_new_controls(project: Project) -> None:
    """Controls that ran with a changed script are taken alone where the evidence is as it was."""
    script = the_claim(project).script
    script.write_text(script.read_text(encoding="utf-8") + "\n", encoding="utf-8")
    before = tree(project)
    assert accepted(project, EVIDENCE).what == "controls"
    changed = [path.name for path, content in tree(project).items() if before[path] != content]
    assert changed == ["controls.json"]


def test_torn_evidence_can_be_replaced(project: Project) -> None:
    """Accepted evidence that cannot be read is replaced like new."""
    folder = project.accepted_folder(the_claim(project))
    (folder / "evidence.json").write_text("{", encoding="utf-8")
    (folder / "controls.json").write_text("{", encoding="utf-8")
    assert accepted(project, EVIDENCE).what == "new"
    assert store.read_evidence(folder) == EVIDENCE


@pytest.mark.parametrize(
    ("evidence", "fields", "why"),
    [
        (EVIDENCE, {"outcome": Outcome.RAISED}, "it raised an exception; next: python -m claims run lanes.float32"),
        (None, {"outcome": Outcome.TIMED_OUT}, "it ran past its time limit; next: "),
        (replace(MOVED, checks={"one store": Check("one store", False)}), {}, "the check “one store” does not hold"),
        (replace(MOVED, checks={}, values={}), {}, "it makes no check; mend claims/article/lanes/float32.py"),
        (MOVED, {"made": controls(script="d0")}, "its controls did not run with this script; next: "),
        (MOVED, {"made": "none"}, "its controls did not run with this script; next: "),
        (MOVED, {"made": "vacuous"}, "a control does not fail in the piece it names"),
        (replace(MOVED, profile=replace(PROFILE, isa="avx512")), {}, "accepted with avx2, this machine has avx512; "),
    ],
)
def test_what_is_refused(project: Project, evidence: Evidence | None, fields: dict[str, object], why: str) -> None:
    """What did not finish, does not hold, asserts nothing, has no good controls or another profile is refused."""
    before = tree(project)
    digest = the_claim(project).digest
    special = {"vacuous": controls(script=digest, failed=False), "none": Controls(digest, ())}
    given = {key: special.get(value, value) if isinstance(value, str) else value for key, value in fields.items()}
    result = accepted(project, evidence, **given)  # type: ignore[arg-type]
    assert not result.accepted
    assert result.what.startswith(f"refused: {why}")
    assert tree(project) == before


def test_another_profile_on_demand(project: Project) -> None:
    """Evidence of another profile replaces the accepted one where that is asked for."""
    other = replace(MOVED, profile=replace(PROFILE, isa="avx512"))
    assert accepted(project, other, replace_profile=True).what == "evidence"
    assert store.read_evidence(project.accepted_folder(the_claim(project))) == other


def test_continuous_integration_never_accepts(project: Project, monkeypatch: pytest.MonkeyPatch) -> None:
    """With CI set nothing is accepted, whatever was run."""
    monkeypatch.setenv("CI", "true")
    before = tree(project)
    with pytest.raises(EngineError, match="continuous integration never accepts evidence"):
        accepted(project, MOVED)
    assert tree(project) == before


def test_nothing_is_accepted_beside_a_run(project: Project) -> None:
    """While a run holds the checkout, accept is refused: the run would put back what it found."""
    before = tree(project)
    with workspace.exclusive(project), pytest.raises(EngineError, match="another run is at work"):
        accepted(project, MOVED)
    assert tree(project) == before


def test_a_killed_accept_is_recovered_first(project: Project) -> None:
    """What a killed accept had moved away is back before another accept looks at it."""
    folder = project.accepted_folder(the_claim(project))
    folder.rename(folder.with_name(".float32.outgoing"))
    assert accepted(project, EVIDENCE) == Acceptance("lanes.float32", True, "unchanged")
    assert [path.name for path in folder.parent.iterdir()] == ["float32"]
