"""The words with which a script declares comparisons."""

from __future__ import annotations

import pytest

from claims.engine.collector import Collector
from claims.engine.timing.declared import Kind, Path

ONE, TWO, ALSO_ONE = Path("one", lambda: 1), Path("two", lambda: 2), Path("also one", lambda: 1)


def test_each_word_declares_its_kind() -> None:
    """Every word notes its kind and sides, and checks that the sides give one result."""
    evidence = Collector()
    evidence.ordering("a", slower=ONE, faster=ALSO_ONE, unit="ms")
    evidence.about_equal("b", ONE, ALSO_ONE)
    evidence.fixed_cost("c", costly=ONE, cheap=ALSO_ONE, reference=TWO)
    evidence.gains_more("d", more=(ONE, ALSO_ONE), less=(TWO, TWO))
    evidence.at_most("e", slower=ONE, faster=ALSO_ONE, times=2.2)
    evidence.comparison("f", ONE, ALSO_ONE)
    kinds = [timing.declaration.kind for timing in evidence.timings]
    assert kinds == [Kind.FASTER, Kind.EQUAL, Kind.COST, Kind.GAIN, Kind.AT_MOST, Kind.SHOWN]
    assert evidence.declarations["c"].sides == ("one", "also one", "two")
    assert (evidence.declarations["a"].unit, evidence.declarations["e"].bound) == ("ms", 2.2)
    assert all(evidence.check(f"{name} again", True) for name in "abcdef")


def test_sides_that_disagree_are_not_timed() -> None:
    """A pair that gives two results fails its check by name and is not timed; it stays declared."""
    evidence = Collector()
    evidence.ordering("a", slower=ONE, faster=TWO)
    assert evidence.timings == [] and list(evidence.declarations) == ["a"]
    check = evidence._checks["a: same result"]
    assert (check.holds, check.found) == (False, "two against one is not timed: 2 is not 1")


def test_sides_that_differ_by_design() -> None:
    """A comparison that says why its sides differ is timed without a check."""
    evidence = Collector()
    evidence.ordering("a", slower=ONE, faster=TWO, different="half of the work")
    assert len(evidence.timings) == 1 and evidence._checks == {}
    assert evidence.declarations["a"].different == "half of the work"


def test_bytes_that_a_model_gives() -> None:
    """A comparison may say what each side moves by a model; it says so of every side."""
    evidence = Collector()
    evidence.comparison("a", ONE, ALSO_ONE, moves=[64, 32])
    assert evidence.declarations["a"].moves == (64, 32)
    with pytest.raises(ValueError, match="'b' has 2 sides and the bytes of 1"):
        evidence.ordering("b", slower=ONE, faster=ALSO_ONE, moves=[64])


@pytest.mark.parametrize(
    ("measures", "unit", "names", "message"),
    [
        (False, "µs", "a", r"needs RUN = Run\(measures=True\)"),
        (True, "h", "a", "unit 'h' is none of ns, µs, ms, s"),
        (True, "µs", "ab", "was recorded before"),
    ],
)
def test_bad_declarations(measures: bool, unit: str, names: str, message: str) -> None:
    """A claim that does not measure, an unknown unit and a name used before are refused."""
    evidence = Collector(measures=measures)
    with pytest.raises(ValueError, match=message):
        for _ in names:
            evidence.ordering("a", slower=ONE, faster=ALSO_ONE, unit=unit)


def test_costs_that_are_paid_once() -> None:
    """A one-shot cost holds where every interleaved pair is beyond its factor, and keeps what it took."""
    calls: list[str] = []

    def path(name: str, *seconds: float) -> Path:
        rest = list(seconds)

        def call() -> float:
            calls.append(name)
            return rest.pop(0)

        return Path(name, call)

    evidence = Collector()
    assert evidence.one_shot("cold over fresh", slower=path("cold", 9, 8, 9), faster=path("fresh", 3, 3, 3), times=2)
    assert calls == ["cold", "fresh", "fresh", "cold", "cold", "fresh"]
    assert evidence._measurements["cold over fresh, ratio"].p50 == 3.0
    assert evidence._measurements["cold over fresh, cold"].unit == "s"
    assert not evidence.one_shot("again", slower=path("a", 9, 2, 9), faster=path("b", 3, 3, 3))
    assert evidence._checks["again"].found == "0.667 in one pair"
