"""Orderings in words, and the figures that prose may quote of them."""

from __future__ import annotations

from dataclasses import replace

import pytest
from evidence_world import EVIDENCE
from ordering_world import ordering

from claims.engine.figures import figure_names, figure_of, piece_of
from claims.engine.timing.said import claimed, look_counts, seen

ONE = replace(EVIDENCE, values={}, measurements={}, orderings={"eager over compiled": ordering()})


@pytest.mark.parametrize(
    ("fields", "words"),
    [
        ({}, "eager takes more than 1.41 times as long as compiled"),
        ({"kind": "about equal", "margin": 0.15}, "eager and compiled take the same time within ±15 %"),
        ({"kind": "at most", "margin": 2.2}, "eager takes less than 2.2 times as long as compiled"),
        (
            {"kind": "fixed cost", "margin": 3.0, "others": ("add",)},
            "eager takes more than 3 times add beyond compiled",
        ),
        ({"kind": "gains more", "others": ("a", "b")}, "eager over compiled is more than 1.41 times a over b"),
        ({"kind": "comparison"}, "nothing of eager and compiled"),
    ],
)
def test_what_is_claimed(fields: dict[str, object], words: str) -> None:
    """Each kind says in words what it claims, with the margin that counted."""
    assert claimed(ordering(**fields)) == words


def test_what_was_seen() -> None:
    """The ratio stands with its interval, its pairs and its verdict; what was not timed says so."""
    assert seen(ordering()) == "2.00 (1.90 to 2.10) in 40 pairs: confirmed"
    assert seen(ordering(looks=(), ratio=None)) == "not timed"
    assert look_counts(ordering().looks[0]) == "confirmed with 11 won 0 lost"


@pytest.mark.parametrize(
    ("name", "figure"),
    [
        ("ratio", 1.995),
        ("low", 1.9),
        ("high", 2.1),
        ("pairs", 40),
        ("margin", 1.41),
        ("eager", 10.0),
        ("compiled", 5.0),
        ("eager-over-compiled", 1.995),
        ("eager-over-compiled.compiled", 5.0),
        ("eager over compiled", 1.995),
        ("nothing", None),
    ],
)
def test_figures_of_an_ordering(name: str, figure: float | None) -> None:
    """A link's fragment names what was measured of an ordering, and leads to that ordering."""
    assert figure_of(ONE, name) == figure
    assert piece_of(ONE, name) == ("eager over compiled" if figure is not None else name)


def test_rates_that_a_model_implies() -> None:
    """Where a comparison says what each side moves by a model, the rate of each side is a figure."""
    moved = replace(ONE, orderings={"a": ordering(name="a", moves=(2**30, 2**29))})
    assert (figure_of(moved, "eager.rate"), figure_of(moved, "a.compiled.rate")) == (100_000.0, 100_000.0)
    assert figure_of(ONE, "eager.rate") is None


def test_figures_of_two_orderings() -> None:
    """Where a claim has two orderings, each figure needs its ordering's name."""
    two = replace(ONE, orderings={**ONE.orderings, "b": ordering(name="b")})
    assert figure_of(two, "ratio") is None
    assert figure_of(two, "b.compiled") == 5.0


def test_what_was_not_timed_has_no_figure() -> None:
    """An ordering that was only declared offers no figure."""
    assert figure_names(replace(ONE, orderings={"a": ordering(name="a", looks=(), ratio=None)})) == []
