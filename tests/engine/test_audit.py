"""Which claims an audit runs, and what it makes of two runs of one; a whole audit is in tests/e2e."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from evidence_world import EVIDENCE, attempt, claim
from hypothesis import given
from hypothesis import strategies as st
from prose_world import BUILD, PROFILE

from claims.engine import audit
from claims.engine.model import Attempt, Check, Claim, Outcome, Run, Value
from claims.engine.project import Project
from claims.engine.runner import Listener, Options
from claims.engine.runs import Runs
from claims.engine.verdict import Kind

CLAIMS = [claim(f"lanes.n{n:02}", run=Run(fresh=n % 4 == 0)) for n in range(20)]


@given(sample=st.integers(1, 30), seed=st.integers())
def test_a_sample_is_the_same_for_a_seed(sample: int, seed: int) -> None:
    """A sample holds so many claims that can be forked, in order, and is the same whenever the seed is."""
    chosen = audit.choose(CLAIMS, sample, seed)
    assert chosen == audit.choose(CLAIMS, sample, seed)
    assert len(chosen) == min(sample, 15)
    assert not any(claim.run.fresh for claim in chosen)
    assert chosen == sorted(chosen, key=lambda claim: claim.id)


def test_without_a_sample_all_are_audited() -> None:
    """Without a sample every claim that can be forked is chosen."""
    assert [c.id for c in audit.choose(CLAIMS, None, 0)] == [c.id for c in CLAIMS if not c.run.fresh]


def audited(monkeypatch: pytest.MonkeyPatch, fresh: Attempt, forked: Attempt) -> list[tuple[Kind, str, str, str]]:
    asked: list[Options] = []

    def run_claims(project: Project, claims: list[Claim], options: Options, listen: Listener) -> Runs:
        asked.append(options)
        return Runs("n1", BUILD, PROFILE, {claims[0].id: fresh if options.fresh else forked}, {}, {})

    monkeypatch.setattr(audit, "run_claims", run_claims)
    found = audit.audit(Project(Path(), BUILD), [claim()], lambda _: None)
    assert [options.fresh for options in asked] == [True, False]
    assert not any(options.record for options in asked), "an audit leaves the newest run alone"
    return [(f.kind, f.message, f.accepted, f.found) for f in found]


def test_the_same_evidence(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where fork and fresh interpreter agree there is no finding, though measurements differ."""
    assert audited(monkeypatch, attempt(), attempt(replace(EVIDENCE, measurements={}))) == []


def test_different_evidence(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where they differ, both sides are said."""
    other = replace(EVIDENCE, values={**EVIDENCE.values, "step": Value("step", 16, "floats", ("isa",))})
    message = "claim lanes.float32: a fork and a fresh interpreter give different evidence: the value “step” changed"
    assert audited(monkeypatch, attempt(), attempt(other)) == [
        (Kind.FORK, message, "fresh: 8 floats", "fork: 16 floats"),
    ]


def test_a_run_that_failed(monkeypatch: pytest.MonkeyPatch) -> None:
    """A claim that does not finish on one side is a failed run, and not compared."""
    crashed = attempt(None, outcome=Outcome.CRASHED, detail="killed by SIGSEGV")
    assert [kind for kind, *_ in audited(monkeypatch, attempt(), crashed)] == [Kind.FAILED_RUN]
    assert [kind for kind, *_ in audited(monkeypatch, crashed, attempt())] == [Kind.FAILED_RUN]


@pytest.mark.parametrize("fork_holds", [True, False])
def test_a_check_that_fails_on_one_side(monkeypatch: pytest.MonkeyPatch, fork_holds: bool) -> None:
    """A check that holds on one side only is a difference, whichever side it is."""
    unheld = attempt(replace(EVIDENCE, checks={"one store": Check("one store", False, "2")}))
    sides = (unheld, attempt()) if fork_holds else (attempt(), unheld)
    held, failed = "holds, 1", "does not hold, 2"
    ((kind, message, fresh, fork),) = audited(monkeypatch, *sides)
    assert kind is Kind.FORK
    assert message.endswith("different evidence: the check “one store” holds in one of them")
    assert (fresh, fork) == (
        (f"fresh: {failed}", f"fork: {held}") if fork_holds else (f"fresh: {held}", f"fork: {failed}")
    )


def test_a_check_that_fails_on_both_sides(monkeypatch: pytest.MonkeyPatch) -> None:
    """A check that does not hold on either side is no difference between them."""
    unheld = attempt(replace(EVIDENCE, checks={"one store": Check("one store", False, "2")}))
    assert audited(monkeypatch, unheld, unheld) == []
