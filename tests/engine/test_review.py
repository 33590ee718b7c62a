"""Sentences and the evidence they were read with: neither changes unseen."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest
from prose_world import LANES, LOOP, World

from claims.engine.errors import EngineError
from claims.engine.model import Excerpt, Value
from claims.engine.report import finding_text
from claims.engine.review import (
    Suspect,
    check_review,
    fingerprint,
    pair,
    read_review,
    record,
    render_suspect,
    suspects,
)
from claims.engine.verdict import Kind

LANES_PAGE = """\
# Lanes

The loop steps by [8](claim:lanes.float32#step) lanes.
What is left goes [one by one](claim:lanes.float32).

The add runs in [one loop](claim:fusion.one-loop).
"""
MOVED = replace(LANES, values={**LANES.values, "step": Value("step", 16, "float32 lanes")})


@pytest.fixture
def world(tmp_path: Path) -> World:
    """A project in which two claims were reviewed with three sentences."""
    built = World.build(tmp_path)
    built.page("article/lanes.md", LANES_PAGE)
    record(built.project, [built.claim("lanes.float32"), built.claim("fusion.one-loop")], built.prose)
    return built


def reasons(world: World) -> list[str]:
    found = check_review(world.project, world.claims, world.prose)
    assert all(finding.kind is Kind.SUSPECT for finding in found)
    return [f"{finding.where}: {finding.message}" for finding in found]


def test_reviewed_prose_is_not_suspect(world: World) -> None:
    """Right after a review nothing is suspect."""
    assert reasons(world) == []
    assert suspects(world.project, world.claims, world.prose) == []


def test_reformatted_prose_is_not_suspect(world: World) -> None:
    """Line breaks, emphasis and other paragraphs may change without a new review."""
    wrapped = LANES_PAGE.replace("The loop steps by ", "New text first. The *loop*\nsteps by ")
    world.page("article/lanes.md", "Another paragraph.\n\n" + wrapped)
    assert reasons(world) == []


def test_reworded_sentence(world: World) -> None:
    """A reworded sentence is suspect, and shown with what was reviewed."""
    world.page("article/lanes.md", LANES_PAGE.replace("The loop steps", "Every loop on Earth steps"))
    (finding,) = check_review(world.project, world.claims, world.prose)
    assert finding_text(finding).splitlines() == [
        "docs/article/lanes.md:3: claim lanes.float32: reworded since it was reviewed",
        "  accepted: The loop steps by 8 lanes.",
        "  found:    Every loop on Earth steps by 8 lanes.",
        "  next: python -m claims review lanes.float32",
    ]


def test_new_sentence(world: World) -> None:
    """A further sentence on a reviewed claim needs a review of its own."""
    world.page("article/lanes.md", LANES_PAGE + "\nQuite another [thing](claim:fusion.one-loop) here!\n")
    assert reasons(world) == ["docs/article/lanes.md:8: claim fusion.one-loop: a sentence that was never reviewed"]


def test_sentence_that_goes(world: World) -> None:
    """A sentence that goes makes nothing suspect while another still names the claim."""
    world.page("article/lanes.md", LANES_PAGE.replace("The loop steps by [8](claim:lanes.float32#step) lanes.", ""))
    assert reasons(world) == []


def test_evidence_that_changed(world: World) -> None:
    """Evidence that was accepted without a review makes its sentences suspect."""
    world.accept(MOVED)
    assert reasons(world) == [
        "docs/article/lanes.md:3: claim lanes.float32: evidence changed since the sentence was reviewed"
    ]


def test_left_out_part_that_changed(world: World) -> None:
    """A change in the part that an excerpt leaves out is a change of the evidence."""
    world.accept(replace(LOOP, excerpts={"loop.cpp": Excerpt("loop.cpp", "a;\n", "a;\nc;\n", "cpp")}))
    assert len(reasons(world)) == 1


def test_claim_known_by_excerpt_only(world: World) -> None:
    """A claim that only an excerpt names is suspect until its evidence was reviewed."""
    world.page("article/lanes.md", '```cpp\n--8<-- "fusion/one-loop/loop.cpp"\n```\n')
    assert reasons(world) == []
    world.project.review.unlink()
    assert reasons(world) == ["docs/article/lanes.md:2: claim fusion.one-loop: its evidence was never reviewed"]


def test_never_reviewed(world: World) -> None:
    """Without any record every sentence on accepted evidence is suspect."""
    world.project.review.unlink()
    assert len(reasons(world)) == 3


def test_record_keeps_others_and_drops_the_gone(world: World) -> None:
    """Recording one claim leaves the others' entries alone and drops those of claims that are gone."""
    before = read_review(world.project)
    world.claim("fusion.one-loop").script.unlink()
    world.add_claim("fusion.two", "Another.")
    world.accept(replace(LOOP, claim="fusion.two"))
    world.page("article/lanes.md", "Now [two](claim:fusion.two).\n")
    record(world.project, [world.claim("fusion.two")], world.prose)
    after = read_review(world.project)
    assert sorted(after) == ["fusion.two", "lanes.float32"]
    assert after["lanes.float32"] == before["lanes.float32"]
    assert list(after["fusion.two"].sentences.values()) == ["Now two."]


def test_record_without_accepted_evidence(world: World) -> None:
    """A claim without accepted evidence cannot be recorded, and nothing is written then."""
    before = world.project.review.read_text(encoding="utf-8")
    with pytest.raises(EngineError, match=r"claim guide\.new: nothing is accepted"):
        record(world.project, world.claims, world.prose)
    assert world.project.review.read_text(encoding="utf-8") == before


def test_file_is_readable_by_itself(world: World) -> None:
    """review.json is sorted, a value a line, each sentence under its hash."""
    text = world.project.review.read_text(encoding="utf-8")
    sentence = "The add runs in one loop."
    assert f'      "{fingerprint(sentence)}": "{sentence}"\n' in text
    assert text == json.dumps(json.loads(text), indent=2, sort_keys=True, ensure_ascii=False) + "\n"


@pytest.mark.parametrize(
    "damage", ["<<<<<<<", "[]", '{"a.b": {}}', '{"a.b": {"evidence": "", "sentences": {"0": "x"}}}']
)
def test_damaged_file(world: World, damage: str) -> None:
    """A record that was cut off, edited by hand or left in conflict is an error that names the file."""
    world.project.review.write_text(damage, encoding="utf-8")
    with pytest.raises(EngineError, match=r"^snippets/review\.json: "):
        read_review(world.project)


def test_suspect_shows_fresh_evidence(world: World) -> None:
    """What is to be reviewed holds the sentences and the diff from accepted to fresh evidence."""
    world.run(MOVED)
    assert suspects(world.project, world.claims, world.prose) == []
    (suspect,) = suspects(world.project, world.claims, world.prose, drifted={"lanes.float32"})
    assert suspect.evidence_changed
    assert suspect.new == ("The loop steps by 8 lanes.", "What is left goes one by one.")
    assert sorted(suspect.old) == sorted(suspect.new)
    assert '-      "value": 8\n+      "value": 16\n' in suspect.diff
    assert suspect.diff.startswith("--- accepted/lanes/float32/evidence.json\n")


def test_new_claim_shows_all_of_its_evidence(world: World) -> None:
    """A claim that was never accepted is shown as all new."""
    world.run(replace(LOOP, claim="guide.new"))
    (suspect,) = suspects(world.project, world.claims, world.prose, drifted={"guide.new"})
    files = [line for line in suspect.diff.splitlines() if line.startswith("+++ ")]
    assert [file.rpartition("/")[2] for file in files] == ["evidence.json", "loop.cpp", "loop.whole.cpp"]


SUSPECT = Suspect(
    "lanes.float32",
    ("The loop steps by eight lanes, and what is left goes one by one.", "It stays."),
    ("The loop steps by sixteen lanes, and what is left goes one by one.", "It stays.", "Zz!"),
    evidence_changed=True,
    diff="--- a\n+++ b\n-8\n+16\n",
)


def test_two_columns() -> None:
    """On a wide terminal old and new stand side by side."""
    assert render_suspect(SUSPECT, 100).splitlines() == [
        "claim lanes.float32: reworded, evidence changed",
        "  reviewed                                        ┃ now",
        "  The loop steps by eight lanes, and what is left ┃ The loop steps by sixteen lanes, and what is",
        "  goes one by one.                                ┃ left goes one by one.",
        "  It stays.                                       │ It stays.",
        "  —                                               ┃ Zz!",
        "",
        "--- a",
        "+++ b",
        "-8",
        "+16",
    ]


def test_stacked() -> None:
    """On a narrow terminal old and new stand one below the other."""
    assert render_suspect(SUSPECT, 80).splitlines()[:5] == [
        "claim lanes.float32: reworded, evidence changed",
        "- The loop steps by eight lanes, and what is left goes one by one.",
        "+ The loop steps by sixteen lanes, and what is left goes one by one.",
        "  It stays.",
        "+ Zz!",
    ]


def test_pairs_are_the_closest() -> None:
    """Each new sentence stands beside the old one closest to it, not beside the first that will do."""
    old = ["The loop loads once.", "The loop loads once and stores once."]
    new = ["The loop loads once and stores twice.", "The loop loads one."]
    assert pair(old, new) == [(old[1], new[0]), (old[0], new[1])]
