"""The three forms of a claim diff: what they hold, what they leave out, what they escape."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

from diff_cases import diff_of

from claims.engine.diff.changes import Change
from claims.engine.diff.cited import SourceDiff
from claims.engine.diff.classes import Class
from claims.engine.diff.entries import ClaimDiff, Entry
from claims.engine.diff.render import FORMS, render

CASES = Path(__file__).parents[2] / "cases" / "diff"


def diff(name: str, root: Path) -> ClaimDiff:
    return diff_of(CASES / f"{name}.case", root)


def test_nothing_changed(tmp_path: Path) -> None:
    """Two sides that are the same print nothing, have no entry, and say so in a pull request."""
    same = diff("unchanged", tmp_path)
    assert render(same, "text") == ""
    assert json.loads(render(same, "json"))["entries"] == []
    assert "Nothing changed in 1 claims." in render(same, "markdown")


def test_text_counts_the_classes(tmp_path: Path) -> None:
    """The head of the text says how many claims stand in each class; classes without an entry have no section."""
    text = render(diff("worst-first", tmp_path), "text")
    head = text.splitlines()[:2]
    assert head == [
        "torch 2.13.0 → torch 2.15.0: 7 claims, 4 entries to read, 3 listed",
        "  refuted 1 · ordering flipped 1 · value changed 1 · code changed 1 · only renamed 1 · unchanged 0 · "
        "not comparable 1 · not run 1",
    ]
    assert "UNCHANGED" not in text


def test_json_has_everything(tmp_path: Path) -> None:
    """JSON gives each claim's class, and of each entry its claims, both sides and the sentences with their places."""
    record = json.loads(render(diff("line-in-the-excerpt", tmp_path), "json"))
    assert record["claims"] == {"fusion.one-loop": "code changed"}
    (entry,) = record["entries"]
    assert entry["class"] == Class.CODE.value
    assert entry["sentences"][0] == {
        "claim": "fusion.one-loop",
        "text": "The add and the relu run in one loop.",
        "where": "docs/article/fusion.md:3",
    }
    (change,) = entry["changes"]
    assert change["old"] == ["    for(int64_t x0=0; x0<4096L; x0+=8L)"]
    assert change["new"] == ["    for(int64_t x0=0; x0<4096L; x0+=16L)"]


def test_json_has_the_changes_of_every_claim(tmp_path: Path) -> None:
    """What one claim's changes stand for on a terminal is in JSON for each claim, with its own sides."""
    for case in ("flag-in-every-kernel", "ratios-each-their-own", "left-out-parts-fold"):
        record = json.loads(render(diff(case, tmp_path / case), "json"))
        for entry in record["entries"]:
            assert {change["claim"] for change in entry["changes"]} == {*entry["claims"]}


def test_nothing_is_merely_counted(tmp_path: Path) -> None:
    """Asked for all of it, text and Markdown show what they otherwise count."""
    lines = tuple(f"line {number}" for number in range(30))
    change = Change("a.b", Class.CODE, "x.txt", "added in x.txt", (), lines)
    many = tuple(replace(change, piece=f"{number}.txt") for number in range(9))
    entry = Entry(Class.CODE, "a.b: added", many, ("a.b",), ("a.b",))
    found = replace(diff("unchanged", tmp_path), entries=(entry,))
    for form in ("text", "markdown"):
        assert "… and 5 more changes" in render(found, form) and "… and 18 more lines" in render(found, form)
        assert "… and" not in render(found, form, whole=True) and render(found, form, whole=True).count("line 29") == 9


def test_cited_source_alone(tmp_path: Path) -> None:
    """A claim that holds as it did is told of where the source that it cites changed."""
    source = SourceDiff("torch/a.py:1", "torch/a.py:1", ("-one", "+two"), "2 lines changed")
    found = replace(diff("unchanged", tmp_path), cited={"a.one": (source,), "b.two": (source,)})
    for form in ("text", "markdown"):
        text = render(found, form)
        assert text.count("+two") == 1 and "a.one, b.two" in text and "0 entries to read" in text


def test_markdown_marks_words(tmp_path: Path) -> None:
    """In Markdown, words that changed are marked within preformatted lines, and signs of the code are escaped."""
    text = render(diff("line-in-the-excerpt", tmp_path), "markdown")
    assert "- for(int64_t x0=0; x0&lt;4096L; x0+=<del>8L</del>)\n" in text
    assert "+ for(int64_t x0=0; x0&lt;4096L; x0+=<ins>16L</ins>)\n" in text
    assert "> It steps by 8 lanes. (`docs/article/fusion.md:4`)" in text


def test_shared_entries_list_their_claims(tmp_path: Path) -> None:
    """One upstream change in many claims is one heading, with the claims below it, in every form."""
    shared = diff("flag-in-every-kernel", tmp_path)
    assert all(claim in render(shared, form) for form in FORMS for claim in ("a.one", "b.two", "c.shown"))
    assert render(shared, "markdown").count("\n### ") == 1
