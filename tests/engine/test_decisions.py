"""Rows of the decision aid: declared as values, gathered by what changed."""

from __future__ import annotations

import ast
from dataclasses import replace
from pathlib import Path

import pytest
from evidence_world import EVIDENCE
from prose_world import BUILD, PROFILE

from claims.engine import Collector
from claims.engine.decisions import ANEW, PYTHON, USED_AGAIN, decisions

ROOT = Path(__file__).resolve().parents[2]
#: What the table must have a row for.
ASKED = (
    "nothing", "strides", "element type", "gradient", "the size", "single row", "Python number", "tensor", "allocation",
    "the state of the process", "training mode", "ninth variant",
)  # fmt: skip


def test_a_row_is_a_value() -> None:
    """What a claim declares is kept, compared and shown as a value of its own name."""
    collector = Collector()
    collector.after("the strides", ANEW, "stride mismatch")
    evidence = collector.evidence("a.one", "It is so.", BUILD, PROFILE)
    assert evidence.values["after-the-strides"].value == ["the strides", ANEW, "stride mismatch"]


def test_a_fate_that_nobody_knows() -> None:
    """Another word for what happened is an error, with the words there are."""
    with pytest.raises(ValueError, match="'recompiled' is none of used again, captured anew, run by Python"):
        Collector().after("the strides", "recompiled")


def test_rows_come_by_what_changed() -> None:
    """Rows of all claims are gathered as one would look them up; other values are left alone."""
    one, other = Collector(), Collector()
    one.after("b", PYTHON)
    one.after("a", ANEW, "why")
    other.after("c", USED_AGAIN)
    held = {
        name: replace(EVIDENCE, values=EVIDENCE.values | collector.evidence("", "", BUILD, PROFILE).values)
        for name, collector in (("x.one", one), ("x.other", other))
    }
    rows = decisions(held)
    assert [(row.claim, row.change, row.fate, row.reason) for row in rows] == [
        ("x.one", "a", ANEW, "why"),
        ("x.one", "b", PYTHON, ""),
        ("x.other", "c", USED_AGAIN, ""),
    ]


def test_the_claims_declare_what_the_aid_must_answer() -> None:
    """Every kind of change that the page promises is in a script's own words."""
    folders = [ROOT / "claims" / "article" / chapter for chapter in ("guards", "layouts")]
    texts = [path.read_text(encoding="utf-8") for folder in folders for path in folder.glob("*.py")]
    declaring = [text for text in texts if "evidence.after(" in text]
    words = " ".join(
        node.value
        for text in declaring
        for node in ast.walk(ast.parse(text))
        if isinstance(node, ast.Constant) and isinstance(node.value, str)
    )
    assert not [asked for asked in ASKED if asked not in words]
