"""How a control is judged, and what the newest run still says; whole runs are in tests/e2e."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest
from evidence_world import EVIDENCE, attempt, claim, controls
from prose_world import BUILD, PROFILE

from claims.engine import run, runner, store, workspace
from claims.engine import runs as runs_on_disk
from claims.engine.errors import EngineError
from claims.engine.model import Check, ControlResult, Outcome, Value
from claims.engine.project import Project

SIXTEEN = replace(EVIDENCE, values={"step": Value("step", 16, "floats")})
UNHELD = replace(EVIDENCE, checks={"one store": Check("one store", False, "2")})
BY_CHECK = claim(control_fails=("one store",))


@pytest.fixture
def project(tmp_path: Path) -> Project:
    (tmp_path / "build").mkdir()
    return Project(tmp_path, BUILD)


def judged(which: object, attempted: object) -> tuple[bool, str]:
    result = run.control_result(which, attempted, EVIDENCE)  # type: ignore[arg-type]
    assert isinstance(result, ControlResult)
    return result.failed_as_named, result.found


def test_a_control_that_fails_in_its_check() -> None:
    """A control does its work where the check it names does not hold."""
    assert judged(BY_CHECK, attempt(UNHELD, control=0)) == (True, "found 2")


def test_a_control_whose_check_holds() -> None:
    """A control in which the named check holds shows nothing."""
    assert judged(BY_CHECK, attempt(control=0)) == (False, "found 1")


def test_a_check_without_a_word() -> None:
    """Where a check says nothing of what it found, its truth is said."""
    mute = replace(EVIDENCE, checks={"one store": Check("one store", False)})
    assert judged(BY_CHECK, attempt(mute, control=0)) == (True, "the check does not hold")


def test_a_control_that_changes_its_value() -> None:
    """A control that names a value must give it another figure than the ordinary run."""
    assert judged(claim(), attempt(SIXTEEN, control=0)) == (True, "16 floats in place of 8 floats")
    assert judged(claim(), attempt(control=0)) == (False, "8 floats in place of 8 floats")


def test_a_control_that_fails_by_accident() -> None:
    """A control that raises before its piece is made has not failed as named, whatever went wrong."""
    raised = attempt(replace(EVIDENCE, checks={}, values={}), control=0, outcome=Outcome.RAISED, detail="ValueError: x")
    assert judged(claim(), raised) == (
        False,
        "raised an exception: ValueError: x, and made no check or value called “step”",
    )
    assert judged(claim(), attempt(None, control=0, outcome=Outcome.TIMED_OUT, detail="killed after 2 s"))[0] is False
    assert judged(claim(control_fails=("no such piece",)), attempt(control=0)) == (
        False,
        "finished, and made no check or value called “no such piece”",
    )


def test_a_control_that_raises_after_its_check_failed() -> None:
    """A check that does not hold counts though the claim could not go on from there, and both are said."""
    raised = attempt(UNHELD, control=0, outcome=Outcome.RAISED, detail="IndexError: no loop")
    assert judged(BY_CHECK, raised) == (True, "found 2; then IndexError: no loop")


def kept(project: Project, nonce: str, *ids: str) -> list[object]:
    """Lay down what a run of these claims leaves."""
    claims = [claim(id) for id in ids]
    attempts = {c.id: attempt(replace(EVIDENCE, claim=c.id), nonce=nonce) for c in claims}
    runs = runs_on_disk.Runs(nonce, BUILD, PROFILE, attempts, {c.id: controls() for c in claims}, {"claims": 1.0})
    runs_on_disk.keep_runs(project, claims, runs)
    return [claims, runs]


def test_the_newest_run_is_read_back(project: Project) -> None:
    """What a run kept is loaded the same: evidence, controls, outcome and seconds."""
    claims, runs = kept(project, "n1", "lanes.a", "lanes.b")
    assert runs_on_disk.load_runs(project, claims) == runs  # type: ignore[arg-type]


def test_an_older_run_does_not_count(project: Project) -> None:
    """Of a claim that the newest run did not reach there is no attempt, though its evidence lies there."""
    kept(project, "n1", "lanes.a", "lanes.b")
    kept(project, "n2", "lanes.a")
    loaded = runs_on_disk.load_runs(project, [claim("lanes.a"), claim("lanes.b")])
    assert loaded is not None
    assert (loaded.nonce, list(loaded.attempts), list(loaded.controls)) == ("n2", ["lanes.a"], ["lanes.a"])


def test_a_run_of_another_script_does_not_count(project: Project) -> None:
    """A claim whose script has changed since the newest run has no attempt in it."""
    kept(project, "n1", "lanes.a")
    loaded = runs_on_disk.load_runs(project, [claim("lanes.a", digest="d2")])
    assert loaded is not None and loaded.attempts == {}


def test_a_fresh_folder_that_cannot_be_read(project: Project) -> None:
    """Fresh evidence that was cut off counts as not run."""
    kept(project, "n1", "lanes.a")
    (project.fresh / "lanes" / "a" / "loop.cpp").unlink()
    loaded = runs_on_disk.load_runs(project, [claim("lanes.a")])
    assert loaded is not None and loaded.attempts == {}


@pytest.mark.parametrize("text", [None, "", "[]", "{}"])
def test_no_run(project: Project, text: str | None) -> None:
    """Without a readable summary there was no run."""
    kept(project, "n1", "lanes.a")
    path = project.fresh / "run.json"
    path.unlink()
    if text is not None:
        path.write_text(text, encoding="utf-8")
    assert runs_on_disk.load_runs(project, [claim("lanes.a")]) is None


def test_a_run_forgets_pieces_of_the_one_before(project: Project) -> None:
    """A claim's fresh folder holds what its newest run made, and nothing of an older one."""
    kept(project, "n1", "lanes.a")
    store.write_text(project.fresh / "lanes" / "a" / "old.cpp", "old")
    kept(project, "n2", "lanes.a")
    assert not (project.fresh / "lanes" / "a" / "old.cpp").exists()


def test_a_run_record_has_no_absolute_path(project: Project) -> None:
    """What is kept of a run reads as JSON and does not name the checkout."""
    kept(project, "n1", "lanes.a")
    text = (project.fresh / "lanes" / "a" / "run.json").read_text(encoding="utf-8")
    assert json.loads(text)["outcome"] == "FINISHED"
    assert str(project.root) not in text


@pytest.mark.parametrize("size", [0, 10, 2 * runner.OUTPUT_KEPT])
def test_a_short_output_is_kept(tmp_path: Path, size: int) -> None:
    """Output up to the limit is kept whole."""
    (tmp_path / "output.txt").write_text("x" * size, encoding="utf-8")
    assert runner._output(tmp_path / "output.txt") == "x" * size


def test_a_long_output_keeps_both_ends(tmp_path: Path) -> None:
    """Of a longer output both ends are kept, and the number of bytes between them; broken UTF-8 is no obstacle."""
    half = runner.OUTPUT_KEPT
    (tmp_path / "output.txt").write_bytes(b"a" * half + b"\xff" * 1234 + b"z" * half)
    assert runner._output(tmp_path / "output.txt") == f"{'a' * half}\n… 1,234 bytes …\n{'z' * half}"
    assert runner._output(tmp_path / "nowhere") == ""


def test_one_at_a_time(project: Project) -> None:
    """While one holds the checkout, another is refused; afterwards the next may have it."""
    with (
        workspace.exclusive(project),
        pytest.raises(EngineError, match="another run is at work"),
        workspace.exclusive(project),
    ):
        pass
    with workspace.exclusive(project):
        pass


def test_an_error_inside_is_not_taken_for_the_locks_own(project: Project) -> None:
    """An error of what runs under the lock passes through as it is, and the lock is free again."""
    with pytest.raises(OSError, match="inside"), workspace.exclusive(project):
        raise OSError("inside")
    with workspace.exclusive(project):
        pass
