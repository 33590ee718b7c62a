"""Claims are found by reading their scripts; what is wrong with one is said with its place.

The cases are data: NAME.script is a script, NAME.txt what is read from it or the error.
"""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from prose_world import BUILD, World

from claims.engine.discover import discover, first_sentence, select
from claims.engine.errors import EngineError
from claims.engine.model import Claim
from claims.engine.project import Project

CASES = sorted(Path(__file__).parents[1].joinpath("cases", "discover").glob("*.script"))


def described(claim: Claim) -> str:
    """Return what was read from a script, a line a fact."""
    lines = [f"id {claim.id}", f"statement {claim.statement}", f"run {claim.run}"]
    lines += [f"explanation {line}" for line in claim.explanation.splitlines()]
    pairs = zip(claim.controls, claim.control_fails, claim.control_environments, strict=True)
    lines += [f"control {condition} | {fails} | {dict(environment)}" for condition, fails, environment in pairs]
    return "\n".join(lines) + "\n"


@pytest.mark.parametrize("path", CASES, ids=lambda path: path.stem)
def test_golden_cases(path: Path, tmp_path: Path) -> None:
    """Each script gives its claim, or an error with the line and the next step; no script is imported."""
    script = tmp_path / "claims" / "article" / "some_chapter" / "some_claim.py"
    script.parent.mkdir(parents=True)
    shutil.copy(path, script)
    try:
        (claim,) = discover(Project(tmp_path, BUILD))
        found = described(claim)
    except EngineError as error:
        found = f"error {error.message}\nnext {error.next}\ncode {error.code}\n"
    assert found == path.with_suffix(".txt").read_text(encoding="utf-8")


def test_claims_come_in_the_order_of_their_ids(tmp_path: Path) -> None:
    """Claims of the article and of the guide come sorted by id, __init__.py is none, and folders stay out."""
    world = World.build(tmp_path)
    (tmp_path / "claims" / "article" / "lanes" / "__init__.py").touch()
    (tmp_path / "claims" / "article" / "lanes" / "deep").mkdir()
    (tmp_path / "claims" / "article" / "lanes" / "deep" / "more.py").touch()
    assert [claim.id for claim in world.claims] == [
        "fusion.one-loop",
        "guide.new",
        "lanes.float32",
        "opening.bare",
        "timing.tail",
    ]
    claim = world.claim("fusion.one-loop")
    assert (claim.place, claim.module) == ("claims/article/fusion/one_loop.py", "claims.article.fusion.one_loop")


def test_no_claims(tmp_path: Path) -> None:
    """A project without claims has none, and that is no error."""
    assert discover(Project(tmp_path, BUILD)) == []


def test_the_digest_follows_the_script(tmp_path: Path) -> None:
    """Any change of a script changes its digest."""
    world = World.build(tmp_path)
    before = world.claim("lanes.float32")
    before.script.write_text(before.source + "\n", encoding="utf-8")
    assert world.claim("lanes.float32").digest != before.digest


def test_selection(tmp_path: Path) -> None:
    """Claims are chosen by id or chapter, each once, in their own order; nothing chosen means all."""
    claims = World.build(tmp_path).claims
    assert select(claims, ()) == claims
    assert [c.id for c in select(claims, ("lanes", "fusion.one-loop", "lanes.float32"))] == [
        "fusion.one-loop",
        "lanes.float32",
    ]
    with pytest.raises(EngineError, match="no claim or chapter is called 'lane'"):
        select(claims, ("lanes", "lane"))


@pytest.mark.parametrize(
    ("docstring", "sentence", "rest"),
    [
        ("One sentence.", "One sentence.", ""),
        ("No full stop", "No full stop", ""),
        ("Wrapped over\n    two lines. More.", "Wrapped over two lines.", "More."),
        ("First. second is small.", "First. second is small.", ""),
        ("PyTorch 2.13.0 is it. Yes.", "PyTorch 2.13.0 is it.", "Yes."),
        ("It ends in `x`. `y` starts.", "It ends in `x`.", "`y` starts."),
        ("One.\n\nTwo.\n\nThree.", "One.", "Two.\n\nThree."),
        ("Is it? It is.", "Is it?", "It is."),
    ],
)
def test_the_first_sentence(docstring: str, sentence: str, rest: str) -> None:
    """A docstring's first sentence is the statement, the rest explains it."""
    assert first_sentence(docstring) == (sentence, rest)
