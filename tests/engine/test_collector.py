"""What a claim script may write, and what it may not."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from prose_world import BUILD, PROFILE

from claims.engine.collector import Collector
from claims.engine.excerpt import Artifact
from claims.engine.model import Evidence, Figure

KERNEL = Artifact("the kernel", "void kernel()\n{\n    load(x);\n    store(x);\n}\n", "cpp", ("isa", "compiler"))


def gathered(collector: Collector) -> Evidence:
    return collector.evidence("a.b", "It holds.", BUILD, PROFILE)


def test_a_check_is_returned_and_recorded() -> None:
    """A check gives back its truth and keeps name, truth and what was found."""
    collector = Collector()
    assert collector.check("one kernel", [1], 1) is True
    assert collector.check("no store", 0, "three") is False
    checks = gathered(collector).checks
    assert (checks["one kernel"].holds, checks["one kernel"].found) == (True, "1")
    assert (checks["no store"].holds, checks["no store"].found) == (False, "three")


def test_a_long_finding_is_cut() -> None:
    """What a check found is shown up to 600 characters."""
    collector = Collector()
    collector.check("long", True, "x" * 700)
    assert gathered(collector).checks["long"].found == "x" * 600 + " …"


def test_paths_are_noise() -> None:
    """Paths of the run's own folders become names, in what was found and in excerpts."""
    collector = Collector({"cache": Path("/tmp/run-17/cache"), "temporary": Path("/tmp/run-17")})
    collector.check("built", True, "/tmp/run-17/cache/x.so in /tmp/run-17")
    collector.excerpt("command.txt", Artifact("the command", "g++ /tmp/run-17/cache/x.cpp"))
    evidence = gathered(collector)
    assert evidence.checks["built"].found == "{cache}/x.so in {temporary}"
    assert evidence.excerpts["command.txt"].whole == "g++ {cache}/x.cpp\n"


@pytest.mark.parametrize("second", ["check", "value"])
@pytest.mark.parametrize("first", ["check", "value"])
def test_a_name_is_used_once(first: str, second: str) -> None:
    """A check and a value cannot share a name, nor can two of a kind: one would hide the other."""
    collector = Collector()
    getattr(collector, first)("step", 8)
    with pytest.raises(ValueError, match="'step' was recorded before"):
        getattr(collector, second)("step", 8)


def test_an_excerpt_is_made_once() -> None:
    """Two excerpts cannot have one file name."""
    collector = Collector()
    collector.excerpt("loop.cpp", KERNEL)
    with pytest.raises(ValueError, match="recorded before"):
        collector.excerpt("loop.cpp", KERNEL)


@pytest.mark.parametrize("name", ["loop", "Loop.cpp", "../loop.cpp", "loop.exe", "a b.txt", "loop.whole.cpp", ".txt"])
def test_the_name_of_an_excerpt(name: str) -> None:
    """An excerpt is a plain file name with a known suffix, and so cannot leave its folder or hide a whole artifact."""
    with pytest.raises(ValueError, match="an excerpt is named like"):
        Collector().excerpt(name, KERNEL)


def test_an_unknown_dependence() -> None:
    """A piece can only depend on what a profile has."""
    with pytest.raises(ValueError, match=r"depends: \['weather'\] is none of arch, compiler"):
        Collector().value("step", 8, depends=("isa", "weather"))


def test_what_is_not_a_number() -> None:
    """A value that is not a number would not equal itself, and is refused."""
    with pytest.raises(ValueError, match="not a number"):
        Collector().value("ratio", float("nan"))


@given(figure=st.booleans() | st.integers() | st.text() | st.floats(allow_nan=False) | st.lists(st.integers()))
def test_a_value_keeps_its_type(figure: Figure) -> None:
    """A value is kept as it was given."""
    collector = Collector()
    collector.value("figure", figure, "unit", ("os", "isa"))
    value = gathered(collector).values["figure"]
    assert (type(value.value), value.value, value.unit, value.depends) == (type(figure), figure, "unit", ("isa", "os"))


def test_an_excerpt_depends_on_what_its_artifact_does() -> None:
    """An excerpt takes language and dependences from its artifact, unless told otherwise."""
    collector = Collector()
    collector.excerpt("loop.cpp", KERNEL)
    collector.excerpt("loop.txt", KERNEL, depends=())
    excerpts = gathered(collector).excerpts
    assert (excerpts["loop.cpp"].language, excerpts["loop.cpp"].depends) == ("cpp", ("compiler", "isa"))
    assert excerpts["loop.txt"].depends == ()


def test_a_whole_artifact_ends_in_a_newline() -> None:
    """Excerpt and whole artifact of a text without elision are the same file, ended by a newline."""
    collector = Collector()
    collector.excerpt("graph.txt", Artifact("the graph", "a\nb"))
    excerpt = gathered(collector).excerpts["graph.txt"]
    assert (excerpt.text, excerpt.whole) == ("a\nb\n", "a\nb\n")


def test_must_not_becomes_a_check() -> None:
    """What the left-out part may not hold is asserted, and fails where it does hold it."""
    collector = Collector()
    collector.excerpt("loop.cpp", KERNEL.all.keep("load", must_not=("goto", "store")))
    checks = gathered(collector).checks
    assert {name: check.holds for name, check in checks.items()} == {
        "loop.cpp leaves out no goto": True,
        "loop.cpp leaves out no store": False,
    }


@given(samples=st.lists(st.floats(min_value=0, max_value=1e6), min_size=1, max_size=50))
def test_a_measurement_is_ordered(samples: list[float]) -> None:
    """A measurement's p10, p50 and p90 are in order and within the samples, whose number is kept."""
    collector = Collector()
    collector.measurement("time", samples, "ms")
    m = gathered(collector).measurements["time"]
    slack = 1e-6
    assert min(samples) - slack <= m.p10 <= m.p50 + slack and m.p50 <= m.p90 + slack <= max(samples) + 2 * slack
    assert (m.count, m.unit) == (len(samples), "ms")
