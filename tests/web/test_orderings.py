"""How an ordering stands on its claim's page."""

from __future__ import annotations

import sys
from pathlib import Path

sys.path.append(str(Path(__file__).resolve().parents[1] / "engine"))

from ordering_world import ordering
from sample import BUILD, PROFILE

from claims.engine.model import Evidence, Look
from claims.web.orderings import orderings, unconfirmed


def evidence(**fields: object) -> Evidence:
    one = ordering(**fields)
    return Evidence("timing.tail", "It is faster.", BUILD, PROFILE, orderings={one.name: one})


def test_an_ordering_shows_all_that_it_rests_on() -> None:
    """Both sides' quantiles, the ratio with its interval, pairs, margin, noise floor, and every pair."""
    (shown,) = orderings(evidence())
    assert shown["claimed"] == "eager takes more than 1.41 times as long as compiled"
    assert [(row["side"], row["p50"], row["unit"]) for row in shown["times"]] == [
        ("eager", "10", "µs"),
        ("compiled", "5", "µs"),
    ]
    rows = dict(shown["rows"])
    assert rows["ratio"] == "2.00, between 1.90 and 2.10 with 95 %, whenever one had stopped"
    assert rows["pairs of blocks"] == "40"
    assert rows["margin"] == "1.41, calibrated on this processor"
    assert rows["noise floor"].startswith("±3.0 %")
    (look,) = shown["looks"]
    assert look["signs"] == "+" * 40
    assert (look["counts"], look["decided"]) == ("11 to 0", 11)
    assert look["ratios"].startswith("1.80 1.81 ")


def test_a_rate_is_shown_with_the_bytes_that_imply_it() -> None:
    """Where a model gives the bytes of each side, the implied rates stand among the rows."""
    (shown,) = orderings(evidence(moves=(2**20, 2**19)))
    words = "eager: 97.66 GiB/s for 1,048,576 bytes, compiled: 97.66 GiB/s for 524,288 bytes"
    assert dict(shown["rows"])["implied by a model"] == words
    assert "implied by a model" not in dict(orderings(evidence())[0]["rows"])


def test_pairs_against_the_claim() -> None:
    """A pair short of the margin counts against the claim, and an equality has two bounds."""
    (shown,) = orderings(evidence(margin=1.9))
    assert shown["looks"][0]["signs"] == "−" * 11 + "+" * 29 or shown["looks"][0]["signs"].count("−") in (10, 11)
    within = Look("confirmed", ((11, 0), (11, 0)), (0.0, 0.01, 0.5, -0.5))
    (shown,) = orderings(evidence(kind="about equal", margin=0.1, looks=(within,)))
    assert shown["looks"][0]["signs"] == "++−−"


def test_what_was_left_open_is_named() -> None:
    """An ordering that was timed and not confirmed is named; one that is only reported is not."""
    assert unconfirmed(evidence()) == []
    assert unconfirmed(evidence(verdict="not confirmed in this run")) == [
        "eager over compiled: not confirmed in this run"
    ]
    assert unconfirmed(evidence(verdict="only reported here", asserts=False)) == []
