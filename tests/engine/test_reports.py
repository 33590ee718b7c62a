"""report.json as other programs read it: JUnit XML, annotations, Markdown."""

from __future__ import annotations

from dataclasses import replace
from xml.etree import ElementTree as xml

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from prose_world import BUILD, PROFILE

from claims.engine.reports.github import annotation, github
from claims.engine.reports.junit import junit
from claims.engine.reports.markdown import markdown
from claims.engine.verdict import Finding, Kind, NotComparable, Report, Verdict

MOVED = Finding(
    Kind.VALUE, "docs/article/lanes.md:3", "claim lanes.float32: the value “step” changed",
    "python -m claims review lanes.float32", "lanes.float32", "8 lanes", "16 lanes",
)  # fmt: skip
CRASHED = Finding(Kind.FAILED_RUN, "claims/article/a/b.py", "claim a.b: crashed: SIGSEGV", "make claim ID=a.b", "a.b")
LINK = Finding(Kind.LINK, "docs/index.md:9", "x.md: there is no docs/x.md", "ls docs")
APART = NotComparable("lanes.stored", "loop.cpp", "accepted with gcc 12, this machine has clang 18")
REPORT = Report(
    "n1", BUILD, PROFILE,
    {
        "lanes.float32": Verdict("lanes.float32", False, "finished", 1.25),
        "lanes.stored": Verdict("lanes.stored", True, "finished", 0.5, (APART,)),
        "a.b": Verdict("a.b", False, "crashed", 2.0),
    },
    (MOVED, CRASHED, LINK),
)  # fmt: skip
SKIPPED = Verdict("gpu.ordering", False, "not run: no CUDA device", 0.0, lacks="no CUDA device")
HOLDS = Report("n2", BUILD, PROFILE, {"lanes.stored": Verdict("lanes.stored", True, "finished", 0.5)}, ())
#: What `check --accepted` writes: the profile is that of accepted evidence.
ACCEPTED = Report("", BUILD, PROFILE, {}, ())


def test_junit_has_a_case_a_claim() -> None:
    """Each claim is a test case of its chapter's suite; findings on no claim are a case of the suite called gate."""
    root = xml.fromstring(junit(REPORT).partition("\n")[2])
    suites = {suite.get("name"): suite for suite in root}
    assert {name: (s.get("tests"), s.get("failures"), s.get("errors")) for name, s in suites.items()} == {
        "a": ("1", "0", "1"),
        "gate": ("1", "1", "0"),
        "lanes": ("2", "1", "0"),
    }
    failure = suites["lanes"].find("testcase[@name='lanes.float32']/failure")
    assert failure is not None and failure.get("message") == MOVED.message
    assert "accepted: 8 lanes" in (failure.text or "")


def test_junit_says_what_is_not_comparable() -> None:
    """What another profile keeps from being compared is no failure of its case, and is said there."""
    case = xml.fromstring(junit(REPORT).partition("\n")[2]).find(".//testcase[@name='lanes.stored']")
    assert case is not None and [child.tag for child in case] == ["system-out"]


def test_junit_skips_what_was_not_run() -> None:
    """A claim that the machine could not run is skipped, with what it lacks, unless something was found on it."""
    report = replace(HOLDS, verdicts={**HOLDS.verdicts, SKIPPED.claim: SKIPPED})
    suites = {suite.get("name"): suite for suite in xml.fromstring(junit(report).partition("\n")[2])}
    assert {name: suite.get("skipped") for name, suite in suites.items()} == {"gpu": "1", "lanes": "0"}
    skipped = suites["gpu"].find("testcase/skipped")
    assert skipped is not None and skipped.get("message") == "not run: no CUDA device"
    found = replace(report, findings=(replace(LINK, claim=SKIPPED.claim),))
    case = xml.fromstring(junit(found).partition("\n")[2]).find(".//testcase[@name='gpu.ordering']")
    assert case is not None and [child.tag for child in case] == ["failure"]


@settings(deadline=None, max_examples=40)
@given(text=st.text(max_size=30))
def test_junit_is_well_formed_whatever_was_found(text: str) -> None:
    """Control characters and markup in what was found leave the document well-formed."""
    report = Report("n", BUILD, None, {}, (Finding(Kind.CHECK, "a.py", f"claim a.b: {text}", "x", "a.b", text, text),))
    xml.fromstring(junit(report).partition("\n")[2])


@pytest.mark.parametrize(
    ("finding", "line"),
    [
        (
            MOVED,
            "::error file=docs/article/lanes.md,line=3,title=value::claim lanes.float32: the value “step” changed"
            "%0Aaccepted: 8 lanes%0Afound: 16 lanes%0Anext: python -m claims review lanes.float32",
        ),
        (LINK, "::error file=docs/index.md,line=9,title=broken link::x.md: there is no docs/x.md%0Anext: ls docs"),
        (
            Finding(Kind.CHECK, "a,b.py", "100 % of it\r\nmoved", "x"),
            "::error file=a%2Cb.py,title=check::100 %25 of it%0D%0Amoved%0Anext: x",
        ),
    ],
    ids=["value", "link", "escapes"],
)
def test_annotations(finding: Finding, line: str) -> None:
    """A finding is one command on one line, beside the line of its file, with nothing that ends it early."""
    assert annotation(finding) == line


def test_annotations_of_a_report() -> None:
    """Each finding is an error, and what is not comparable is one notice; a report that holds says nothing."""
    lines = github(REPORT).splitlines()
    assert [line.split(" ")[0] for line in lines] == ["::error", "::error", "::error", "::notice"]
    assert github(HOLDS) == ""


def test_annotations_say_what_was_not_run() -> None:
    """Claims that could not be run are one notice with their number, and so is a report for which nothing was run."""
    assert github(replace(HOLDS, verdicts={**HOLDS.verdicts, SKIPPED.claim: SKIPPED})) == (
        "::notice title=claims::1 not run: no CUDA device\n"
    )
    assert github(ACCEPTED) == "::notice title=claims::no claim was run; accepted evidence alone was judged\n"


def test_markdown_names_places_and_commands() -> None:
    """The summary says whether the claims hold, counts kinds, and gives each finding's place and next command."""
    text = markdown(REPORT)
    assert text.startswith("## The claims do not hold\n")
    assert "| value | 1 |" in text
    assert "- `docs/article/lanes.md:3`: claim lanes.float32: the value “step” changed" in text
    assert "    - next: `python -m claims review lanes.float32`" in text
    assert markdown(HOLDS).startswith("## The claims hold\n")


@pytest.mark.parametrize("verdicts", [{}, {SKIPPED.claim: SKIPPED}], ids=["accepted evidence", "no device"])
def test_markdown_where_nothing_was_run(verdicts: dict[str, Verdict]) -> None:
    """Where no claim was run, the summary neither says that the claims hold nor what they ran under."""
    report = replace(ACCEPTED, verdicts=verdicts)
    assert markdown(report).startswith("## The gate passes, and no claim was run\n")
    assert "Ran under" not in markdown(report)
    assert markdown(replace(report, findings=(LINK,))).startswith("## The gate fails, and no claim was run\n")
