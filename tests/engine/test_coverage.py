"""Each statement of the two documents that the site covers has its claim, or a word that says why it has none."""

from __future__ import annotations

from pathlib import Path

import pytest
from coverage_lines import Line, faults, lines_of, unreached

from claims.engine.discover import discover
from claims.engine.project import Project
from claims.engine.store import read_evidence

PROJECT = Project.find(Path(__file__))
COVERAGE = PROJECT.scripts / "coverage"
DOCUMENTS = ("article.txt", "guide.txt")
CLAIMS, RECORDED = ["fusion.one-loop", "lanes.float32"], ["timing.tail-512#ratio"]


@pytest.fixture(scope="module")
def claims() -> list[str]:
    return [claim.id for claim in discover(PROJECT)]


@pytest.fixture(scope="module")
def recorded() -> list[str]:
    folders = PROJECT.snippets.joinpath("recorded-arm64-macos").glob("*/*")
    return [f"{folder.parent.name}.{folder.name}#{name}" for folder in folders for name in read_evidence(folder).values]


@pytest.mark.parametrize("name", DOCUMENTS)
def test_each_statement_is_carried(name: str, claims: list[str], recorded: list[str]) -> None:
    """Statements are numbered without a gap, each names existing claims or one word, and remarks have a known word."""
    lines = lines_of(COVERAGE / name)
    found = faults(lines, claims, recorded)
    assert lines and not found, "\n".join(found)


def test_each_claim_is_reached(claims: list[str]) -> None:
    """Every claim carries a statement, or is listed among those that go beyond both documents, and never both."""
    lines = [line for name in DOCUMENTS for line in lines_of(COVERAGE / name)]
    found = unreached(lines, lines_of(COVERAGE / "beyond.txt"), claims)
    assert not found, "\n".join(found)


GOOD = "1 | Both operations share a loop. | fusion.one-loop"
EXPECTED = "expected a number, the statement, what carries it and perhaps a remark, parted by |"


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        (GOOD, ""),
        (f"# a heading\n\n{GOOD}\n2 | A word has a meaning. | definition", ""),
        ("1 | The step is four. | lanes.float32 | differs: eight here; recorded: timing.tail-512#ratio", ""),
        (f"{GOOD}\n3 | The next one. | open", "article.txt:2: the number is 3, and the next is 2"),
        (f"{GOOD}\n1 | The same again. | open", "article.txt:2: the number is 1, and the next is 2"),
        ("1 | A statement alone.", f"article.txt:1: {EXPECTED}"),
        ("1 | A statement. | ", f"article.txt:1: {EXPECTED}"),
        ("1 | A statement. | open | open: this | that", f"article.txt:1: {EXPECTED}"),
        ("1 | No end | open", "article.txt:1: a statement ends with a full stop, a question with its mark"),
        (
            "1 | A statement. | fusion.two-loops",
            "article.txt:1: 'fusion.two-loops' is no claim and none of definition, open, elsewhere, history, advice",
        ),
        (
            "1 | A statement. | unknown",
            "article.txt:1: 'unknown' is no claim and none of definition, open, elsewhere, history, advice",
        ),
        (
            "1 | A statement. | fusion.one-loop, open",
            "article.txt:1: 'fusion.one-loop, open' mixes a word and something else",
        ),
        ("1 | A statement. | lanes.float32, lanes.float32", "article.txt:1: a claim is named twice"),
        (
            "1 | A statement. | lanes.float32 | but eight here",
            "article.txt:1: a remark begins with one of differs, open, recorded and a colon, and says something: "
            "'but eight here'",
        ),
        (
            "1 | A statement. | lanes.float32 | recorded: timing.tail-512#mean",
            "article.txt:1: 'timing.tail-512#mean' is no figure of the recorded ones",
        ),
    ],
)
def test_faults_name_their_place(tmp_path: Path, text: str, fault: str) -> None:
    """A line that breaks a rule is named with its file and line, the rule, and what was found."""
    path = tmp_path / "article.txt"
    path.write_text(text, encoding="utf-8")
    assert faults(lines_of(path), CLAIMS, RECORDED) == ([fault] if fault else [])


@pytest.mark.parametrize(
    ("beyond", "found"),
    [
        ("lanes.float32 | the step in full", []),
        ("", ["lanes.float32: no line of article.txt or guide.txt names it, and beyond.txt does not list it"]),
        (
            "lanes.float32 | the step\nfusion.one-loop | the loop",
            ["beyond.txt:2: fusion.one-loop carries a statement, so it is not beyond the documents"],
        ),
        (
            "lanes.float32 | the step\nlanes.float8 | none",
            ["beyond.txt:2: no claim is called 'lanes.float8'"],
        ),
        ("lanes.float32", ["beyond.txt:1: expected a claim, |, and what it shows beyond the documents"]),
        (
            "lanes.float32 | once\nlanes.float32 | twice",
            ["beyond.txt:1: lanes.float32 is listed twice", "beyond.txt:2: lanes.float32 is listed twice"],
        ),
    ],
)
def test_claims_out_of_place(tmp_path: Path, beyond: str, found: list[str]) -> None:
    """A claim in neither list, in both, twice or unknown is named, with its line where it has one."""
    path = tmp_path / "beyond.txt"
    path.write_text(beyond, encoding="utf-8")
    lines = [Line("article.txt:1", tuple(GOOD.split(" | ")))]
    assert unreached(lines, lines_of(path), CLAIMS) == found
