"""Excerpts are cut by structure, and what is left out of them stays visible."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import pytest

from claims.engine.excerpt import Artifact, Cut, ExcerptError, Loop, Region, count_loads, count_stores, cpp_loops

CASES = sorted(Path(__file__).parents[1].joinpath("cases", "excerpt").glob("*.txt"))


@dataclass(frozen=True)
class Case:
    """One file of tests/cases/excerpt: how to cut, what from, and what must come out."""

    options: list[tuple[str, str]]
    artifact: str
    expected: str

    @classmethod
    def read(cls, path: Path) -> Case:
        head, _, rest = path.read_text(encoding="utf-8").partition("--- artifact\n")
        artifact, _, expected = rest.partition("--- excerpt\n")
        return cls([tuple(row.split(": ", 1)) for row in head.splitlines()], artifact, expected)  # type: ignore[misc]

    def all(self, name: str) -> list[str]:
        return [value for key, value in self.options if key == name]

    def one(self, name: str) -> str:
        return next(iter(self.all(name)), "")

    @property
    def result(self) -> str:
        try:
            return self.cut()
        except ExcerptError as error:
            return f"error: {str(error).splitlines()[0]}\n"

    def cut(self) -> str:
        artifact = Artifact("the artifact", self.artifact, self.one("language"))
        region = artifact.function(self.one("function")) if self.one("function") else artifact.all
        if self.one("show") == "loops":
            return "".join(described(loop) for loop in cpp_loops(region)) or "\n"
        loops = cpp_loops(region)
        for place in self.one("loop").split():
            region, loops = loops[int(place)], loops[int(place)].loops
        must_not = tuple(self.all("must-not"))
        keep = self.all("keep")
        cut: Cut = (
            region.keep(*keep, must_not=must_not, frame=self.one("frame") != "no")
            if keep
            else region.keep_all(must_not=must_not)
        )
        return cut.text + "".join(f"left out: {pattern}\n" for pattern in cut.violations)


def described(loop: Loop, margin: str = "") -> str:
    """Return a loop and those inside it, a line each."""
    try:
        times = f"{loop.iterations} iterations"
    except ExcerptError as error:
        times = str(error)
    loads, stores = count_loads(loop), count_stores(loop)
    memory = f"{loads} load{'' if loads == 1 else 's'}, {stores} store{'' if stores == 1 else 's'}"
    head = f"{margin}{loop.variable} to {loop.bound} by {loop.step}: {times}, {memory}\n"
    return head + "".join(described(inner, margin + "    ") for inner in loop.loops)


@pytest.mark.parametrize("path", CASES, ids=lambda path: path.stem)
def test_golden(path: Path) -> None:
    """Each case of tests/cases/excerpt gives the excerpt, the loops or the error that it holds."""
    case = Case.read(path)
    assert case.result == case.expected


def test_every_line_is_shown_or_counted() -> None:
    """The lines that an excerpt shows and those that its elisions count add up to the region's."""
    artifact = Artifact("the artifact", "".join(f"line {n}\n" for n in range(40)))
    shown = artifact.all.keep("line 7", "line 21", "line 22").text.splitlines()
    counts = [int(row.split()[1]) for row in shown if row.startswith("…")]
    assert counts == [6, 13, 16]
    assert sum(counts) + len(shown) - len(counts) == 40


def test_blank_lines_are_no_content() -> None:
    """An elision counts no blank lines, and a gap of nothing but blank lines is not marked."""
    artifact = Artifact("the artifact", "first\n\nlast\n\n\nbeyond\n\nend\n")
    assert artifact.all.keep("first", "last", frame=False).text == "first\nlast\n… 2 lines\n"


def test_a_text_may_hold_several_lines() -> None:
    """A text that several lines hold keeps them all."""
    artifact = Artifact("the artifact", "mov a\nadd\nmov b\nret\n", "nasm")
    assert artifact.all.keep("mov").text == "mov a\n; … 1 line\nmov b\nret\n"


def test_the_error_shows_where_it_looked() -> None:
    """The error for a text that no line holds shows the region, so that the right word can be read off."""
    artifact = Artifact("the kernel", "tmp0 + tmp2\n", "cpp")
    with pytest.raises(ExcerptError, match=r"no line of these 1 holds 'tmp0 \* ':\ntmp0 \+ tmp2"):
        artifact.all.keep("tmp0 * ")


def test_must_not_asks_the_region_alone() -> None:
    """A must-not pattern is looked for in the left-out part of the region, not in the rest of the artifact."""
    artifact = Artifact("the artifact", "store\nloop\nadd\nend\nstore\n")
    region = Region(artifact, 1, 4)
    assert region.keep("loop", must_not=("store",)).violations == []
    assert artifact.all.keep("loop", must_not=("store",), frame=False).violations == ["store"]


def test_words_are_counted_where_asked() -> None:
    """An artifact counts in its whole text, a region in its own lines."""
    artifact = Artifact("the artifact", "store store\nloop\nstore\n")
    assert (artifact.count("store"), artifact.all.count("store"), Region(artifact, 1, 3).count("store")) == (3, 3, 1)
    assert "loop" in artifact and "loop" not in Region(artifact, 0, 1)
