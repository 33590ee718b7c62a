"""The verdict: what the gate makes of builds, runs, controls and folders; prose and review have tests of their own."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from evidence_world import EVIDENCE, attempt, claim, controls
from prose_world import BUILD, PROFILE

from claims.engine import gate, store
from claims.engine.model import Attempt, Build, Check, Claim, Controls, Outcome, Run, Value
from claims.engine.project import Project
from claims.engine.runs import Runs
from claims.engine.verdict import Finding, Kind

CLAIM = claim()
PAGE = "# Lanes\n\nIt is [so](claim:lanes.float32).\n"


def runs(*attempts: Attempt, build: Build = BUILD, touched: tuple[str, ...] = (), made: Controls | None = None) -> Runs:
    by_claim = {attempt.claim: attempt for attempt in attempts}
    return Runs("n1", build, PROFILE, by_claim, {CLAIM.id: made} if made else {}, {"claims": 1.0}, touched)


@pytest.fixture
def project(tmp_path: Path) -> Project:
    """A project with one accepted claim, its controls, and a page that names it."""
    project = Project(tmp_path, BUILD)
    store.write_evidence(project.accepted_folder(CLAIM), EVIDENCE)
    store.write_controls(project.accepted_folder(CLAIM), controls())
    (project.docs / "article").mkdir(parents=True)
    (project.docs / "article" / "lanes.md").write_text(PAGE, encoding="utf-8")
    return project


def judged(project: Project, made: Runs | None, which: Claim = CLAIM) -> list[Finding]:
    """Return what the gate finds for one claim; the review, which was never made here, is left out."""
    report = gate.judge(project, [which], made)
    assert report.exit_code == (1 if not made or not report.findings else report.exit_code)
    return [finding for finding in report.findings if finding.kind is not Kind.SUSPECT]


def kinds(findings: list[Finding]) -> list[Kind]:
    return [finding.kind for finding in findings]


def test_what_holds(project: Project) -> None:
    """A run that equals what was accepted, or accepted evidence alone, gives no finding."""
    assert judged(project, runs(attempt())) == []
    assert judged(project, None) == []


def test_the_verdict_of_a_claim(project: Project) -> None:
    """A verdict says whether the claim holds, how its process ended and how long it took."""
    report = gate.judge(project, [CLAIM], runs(attempt()))
    assert (report.nonce, report.build, report.profile) == ("n1", BUILD, PROFILE)
    verdict = report.verdicts[CLAIM.id]
    assert (verdict.holds, verdict.outcome, verdict.seconds) == (True, "finished", 0.9)
    drifted = replace(EVIDENCE, values={})
    assert not gate.judge(project, [CLAIM], runs(attempt(drifted))).verdicts[CLAIM.id].holds


def test_without_a_run_there_are_no_verdicts(project: Project) -> None:
    """Judged from accepted evidence alone, a report has no nonce and no verdict, and the accepted profile."""
    report = gate.judge(project, [CLAIM], None)
    assert (report.nonce, report.verdicts, report.profile) == ("", {}, PROFILE)


@pytest.mark.parametrize(
    ("found", "words", "next"),
    [
        (Build("2.13.0", "deadbeef"), "this environment has torch 2.13.0 (deadbeef)", "python -m claims list"),
        (Build("2.14.0", BUILD.revision), "this environment has torch 2.14.0 (cf30153c)", "make env"),
        (None, "this environment has no PyTorch", "make env"),
    ],
)
def test_another_build(project: Project, found: Build | None, words: str, next: str) -> None:
    """Another version, another revision or no PyTorch at all is the wrong build."""
    (finding,) = gate.check_build(project, found)
    assert finding.kind is Kind.WRONG_BUILD
    assert finding.message.endswith(words)
    assert (finding.where, finding.next, finding.accepted) == ("pyproject.toml", next, BUILD.revision)


def test_a_run_on_another_build(project: Project) -> None:
    """A run that met another build than the pinned one fails with 4, whatever else it found."""
    crashed = attempt(None, outcome=Outcome.CRASHED, detail="killed by SIGSEGV")
    report = gate.judge(project, [CLAIM], runs(crashed, build=Build("2.14.0", "feed")))
    assert report.exit_code == 4
    assert {Kind.WRONG_BUILD, Kind.FAILED_RUN} <= {finding.kind for finding in report.findings}


@pytest.mark.parametrize("outcome", [o for o in Outcome if o not in (Outcome.FINISHED, Outcome.NOT_RUN)])
def test_every_bad_end_is_a_failed_run(project: Project, outcome: Outcome) -> None:
    """However a claim's process ended, if not well, it is one finding with its phrase, and exit code 3."""
    made = runs(attempt(EVIDENCE, outcome=outcome, detail="why", output="printed", traceback="raised"))
    (finding,) = judged(project, made)
    assert finding.kind is Kind.FAILED_RUN
    assert finding.message == f"claim lanes.float32: {outcome.value}: why"
    assert (finding.detail, finding.next) == ("raised", "make claim ID=lanes.float32")
    assert gate.judge(project, [CLAIM], made).exit_code == 3


def test_a_failed_run_shows_the_end_of_its_output(project: Project) -> None:
    """Without a traceback, the last lines that a claim printed are shown."""
    text = "".join(f"line {n}\n" for n in range(40))
    (finding,) = judged(project, runs(attempt(None, outcome=Outcome.CRASHED, detail="x", output=text)))
    assert finding.detail.splitlines() == [f"line {n}" for n in range(28, 40)]


def test_a_claim_that_was_not_run(project: Project) -> None:
    """A claim that the newest run did not reach is found, whatever was accepted."""
    assert kinds(judged(project, runs())) == [Kind.NOT_RUN]


def test_touched_evidence(project: Project) -> None:
    """Accepted files that something wrote to are found one by one."""
    findings = judged(project, runs(attempt(), touched=("snippets/a", "snippets/b")))
    assert [(f.kind, f.where) for f in findings] == [(Kind.WROTE, "snippets/a"), (Kind.WROTE, "snippets/b")]


def test_a_new_claim(project: Project) -> None:
    """A claim without accepted evidence fails once, with a run and without one, and asks for no controls yet."""
    project.accepted_folder(CLAIM).rename(project.root / "away")
    assert kinds(judged(project, runs(attempt()))) == [Kind.NEW]
    (finding,) = judged(project, None)
    assert finding.kind is Kind.NEW
    assert finding.next.startswith("python -m claims run lanes.float32 --controls && ")


def test_torn_evidence_is_not_new(project: Project) -> None:
    """A claim whose accepted evidence cannot be read is torn and nothing else, and does not hold."""
    (project.accepted_folder(CLAIM) / "evidence.json").write_text("{", encoding="utf-8")
    for made in (runs(attempt()), None):
        (finding,) = judged(project, made)
        assert (finding.kind, finding.where) == (Kind.TORN, "snippets/torch-2.13.0/lanes/float32/evidence.json")
        assert finding.next == "git checkout -- snippets/torch-2.13.0/lanes/float32"
    assert not gate.judge(project, [CLAIM], runs(attempt())).verdicts[CLAIM.id].holds


def test_torn_controls(project: Project) -> None:
    """Accepted controls that cannot be read are torn evidence too."""
    (project.accepted_folder(CLAIM) / "controls.json").write_text("{", encoding="utf-8")
    (finding,) = judged(project, runs(attempt()))
    assert (finding.kind, finding.where) == (Kind.TORN, "snippets/torch-2.13.0/lanes/float32/controls.json")


def test_a_claim_without_a_control(project: Project) -> None:
    """A claim that has no control cannot be shown to fail, and fails for that."""
    bare = claim(controls=(), control_fails=(), control_environments=())
    (finding,) = judged(project, runs(attempt()), bare)
    assert (finding.kind, finding.next) == (Kind.NO_CONTROL, "add CONTROLS to claims/article/lanes/float32.py")
    assert kinds(gate.check_runs(project, [bare], runs(attempt(), made=Controls("d1", ())))) == [Kind.NO_CONTROL]


@pytest.mark.parametrize(
    ("accepted", "words"),
    [(controls(script="d0"), "ran with another version of the script"), (None, "were never run")],
)
def test_stale_controls(project: Project, accepted: Controls | None, words: str) -> None:
    """Accepted controls that ran with another script, or never, are stale."""
    path = project.accepted_folder(CLAIM) / "controls.json"
    path.unlink()
    if accepted:
        store.write_controls(path.parent, accepted)
    (finding,) = judged(project, runs(attempt()))
    assert finding.kind is Kind.STALE_CONTROL
    assert finding.message == f"claim lanes.float32: its accepted controls {words}"


@pytest.mark.parametrize("fresh", [True, False])
def test_a_vacuous_control(project: Project, fresh: bool) -> None:
    """A control that did not fail as named is found in a fresh run and in accepted evidence alike, and only once."""
    vacuous = controls(failed=False)
    if not fresh:
        store.write_controls(project.accepted_folder(CLAIM), vacuous)
    (finding,) = judged(project, runs(attempt(), made=vacuous if fresh else None))
    assert (finding.kind, finding.accepted) == (Kind.VACUOUS, "a failure in “step”")


def test_a_folder_without_its_claim(project: Project) -> None:
    """Accepted evidence of no claim is found, unless only some claims are judged."""
    store.write_evidence(project.accepted / "lanes" / "gone", EVIDENCE)
    (finding,) = judged(project, runs(attempt()))
    assert (finding.kind, finding.where) == (Kind.ORPHAN_FOLDER, "snippets/torch-2.13.0/lanes/gone")
    report = gate.judge(project, [CLAIM], runs(attempt()), everything=False)
    assert Kind.ORPHAN_FOLDER not in kinds(list(report.findings))


def test_a_word_on_a_claim_that_could_not_run(project: Project) -> None:
    """A build that ran as another's may keep how a known claim ended there; of an unknown one it is an orphan."""
    other = replace(CLAIM, id="gpu.ordering", run=Run(requires="cuda"))
    for name in ("ordering", "gone"):
        store.write_ended(project.accepted / "gpu" / name, "not run", "no CUDA device")
    found = [f.where for f in gate.judge(project, [CLAIM, other], runs(attempt())).findings if "gpu/" in f.where]
    assert found == ["snippets/torch-2.13.0/gpu/gone"]


def test_a_run_by_itself(project: Project) -> None:
    """Before it is held against anything accepted, a run shows failed checks, vacuous controls and touched files."""
    unheld = attempt(replace(EVIDENCE, checks={"one store": Check("one store", False, "2")}))
    made = runs(unheld, touched=("snippets/a",), made=controls(failed=False))
    assert kinds(gate.check_runs(project, [CLAIM], made)) == [Kind.WROTE, Kind.CHECK, Kind.VACUOUS]
    assert gate.check_runs(project, [CLAIM], runs(attempt(), made=controls())) == []


def test_a_failed_run_says_nothing_of_its_checks(project: Project) -> None:
    """What a claim recorded before it crashed is not judged."""
    raised = attempt(
        replace(EVIDENCE, checks={}, values={"step": Value("step", 16)}), outcome=Outcome.RAISED, detail="x"
    )
    assert kinds(judged(project, runs(raised))) == [Kind.FAILED_RUN]
    assert kinds(gate.check_runs(project, [CLAIM], runs(raised))) == [Kind.FAILED_RUN]
