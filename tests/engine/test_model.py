"""The project's words: how figures are shown, which exit code wins, what a claim's parts are called."""

from __future__ import annotations

from dataclasses import replace

import pytest
from evidence_world import EVIDENCE, LOOP, claim
from hypothesis import given
from hypothesis import strategies as st

from claims.engine.model import Check, Control, ControlResult, Controls, Evidence, Figure, Value, display
from claims.engine.verdict import Finding, Kind, exit_code


def findings(kinds: list[Kind]) -> list[Finding]:
    return [Finding(kind, "a", "b", "c") for kind in kinds]


@given(kinds=st.lists(st.sampled_from(Kind)))
def test_the_exit_code_is_the_first_of_4_3_1_5(kinds: list[Kind]) -> None:
    """Wrong build wins over failed runs, those over drift, drift over an unfit machine; nothing found is 0."""
    codes = {kind.exit_code for kind in kinds}
    assert exit_code(findings(kinds)) == next((code for code in (4, 3, 1, 5) if code in codes), 0)


@pytest.mark.parametrize(
    ("kind", "code"),
    [(Kind.WRONG_BUILD, 4), (Kind.FAILED_RUN, 3), (Kind.UNFIT, 5), (Kind.WROTE, 1), (Kind.VALUE, 1), (Kind.LINK, 1)],
)
def test_each_kind_has_its_exit_code(kind: Kind, code: int) -> None:
    """Every kind of finding that is not special counts as drift."""
    assert exit_code(findings([kind])) == code


@pytest.mark.parametrize(
    ("figure", "shown"),
    [(8, "8"), (16384, "16,384"), (-1000, "-1,000"), (True, "yes"), (False, "no"), (0.5, "0.5"), (2.0, "2"),
     (1e-9, "1e-09"), ("avx2", "avx2"), ([64, 1], "64, 1"), ([], ""), ([True, "a", 1024], "yes, a, 1,024")],
)  # fmt: skip
def test_figures_as_prose_shows_them(figure: Figure, shown: str) -> None:
    """Thousands are separated, booleans are yes and no, lists are joined by commas."""
    assert display(figure) == shown


def test_a_value_with_its_unit() -> None:
    """A value prints with its unit, and without a blank where it has none."""
    assert str(Value("bytes", 16384, "bytes")) == "16,384 bytes"
    assert str(Value("isa", "avx2")) == "avx2"


def test_the_name_of_a_whole_artifact() -> None:
    """The whole artifact is called like its excerpt, with ``whole`` before the suffix."""
    assert LOOP.whole_name == "loop.whole.cpp"


def test_what_counts_as_an_assertion() -> None:
    """Checks and values assert something; an excerpt or a measurement alone does not."""
    assert EVIDENCE.assertions == 3
    bare = Evidence("a.b", "s", EVIDENCE.build, EVIDENCE.profile, excerpts={"loop.cpp": LOOP})
    assert replace(bare, measurements=EVIDENCE.measurements).assertions == 0


def test_the_checks_that_failed() -> None:
    """Failed checks come in the order of their names."""
    checks = {name: Check(name, name == "b") for name in ("c", "b", "a")}
    assert [check.name for check in replace(EVIDENCE, checks=checks).failed] == ["a", "c"]


def test_profiles_differ_by_name() -> None:
    """Two profiles are held against each other only in what is asked for."""
    other = replace(EVIDENCE.profile, isa="avx512", compiler="clang 18")
    assert EVIDENCE.profile.differing(other, ("compiler", "os")) == ["compiler"]
    assert EVIDENCE.profile.differing(other, ()) == []


def test_a_claims_parts() -> None:
    """An id gives chapter, name and folder."""
    parts = claim("fusion.one-loop")
    assert (parts.chapter, parts.name, parts.folder.as_posix()) == ("fusion", "one-loop", "fusion/one-loop")


def test_a_control_keeps_its_arguments() -> None:
    """Further arguments of a control go to collect; the environment is kept apart."""
    control = Control("a break", fails="one graph", environment={"A": "1"}, subject=print, times=2)
    assert (control.condition, control.fails) == ("a break", "one graph")
    assert dict(control.arguments) == {"subject": print, "times": 2}
    assert dict(control.environment) == {"A": "1"}


def test_vacuous_controls() -> None:
    """A control is vacuous that did not fail as named."""
    results = tuple(ControlResult(str(n), "c", n == 1, "") for n in range(3))
    assert [result.condition for result in Controls("d", results).vacuous] == ["0", "2"]
