"""``claims pin``, ``review`` after it, ``upgrade`` and ``report`` as people and workflows run them."""

from __future__ import annotations

import json
import shutil
from xml.etree import ElementTree as xml

from example import Example


def other_build(project: Example, version: str = "9.9.0") -> None:
    """Lay down evidence of a pretended other build, on which a step takes sixteen floats."""
    folder = project.root / "snippets" / f"torch-{version}"
    shutil.copytree(project.accepted, folder)
    for path in folder.rglob("evidence.json"):
        record = json.loads(path.read_text(encoding="utf-8"))
        record["build"] = {"torch": version, "revision": "9" * 40}
        if record["claim"] == "lanes.float32":
            record["values"]["step"]["value"] = 16
        path.write_text(json.dumps(record, indent=2, sort_keys=True) + "\n", encoding="utf-8")


def pinned(project: Example) -> str:
    return project.accepted.name.removeprefix("torch-")


def test_the_pin_moves_there_and_back(project: Example) -> None:
    """One claim is suspect there, and review --accept records it; back again, nothing is suspect."""
    other_build(project)
    before = project.tree(), project.read("pyproject.toml")
    moved = project.run("pin", "9.9.0")
    assert moved.code == 0, moved.output
    assert "  suspect  lanes.float32  value changed\n1 claims are suspect; next: make env" in moved.stdout
    shown = project.run("review").stdout
    assert "The loop takes 8 floats in a step." in shown
    assert "- [-8-] floats\n       + {+16+} floats" in shown
    assert "  next: python -m claims review lanes.float32 --accept\n" in shown
    taken = project.run("review", "lanes.float32", "--accept")
    assert (taken.code, "accepted  lanes.float32  sentences" in taken.stdout) == (0, True), taken.output
    assert "nothing to review" in project.run("review").stdout
    back = project.run("pin", pinned(project))
    assert "0 claims are suspect" in back.stdout
    assert project.read("pyproject.toml") == before[1]
    left = {name: text for name, text in project.tree().items() if not name.endswith("/review.json")}
    assert left == before[0]
    assert project.run("check", "--accepted").code == 0


def test_a_refuted_claim_cannot_be_read_into_holding(project: Example) -> None:
    """A sentence on a claim that the other build refutes is not recorded, whatever the reviewer says."""
    other_build(project)
    path = "snippets/torch-9.9.0/lanes/float32/evidence.json"
    project.edit(path, '"holds": true', '"holds": false')
    project.run("pin", "9.9.0")
    told = project.run("review", "lanes.float32").stdout
    assert "refused: the check “one store” does not hold" in told and "--accept" not in told
    result = project.run("review", "lanes.float32", "--accept")
    assert result.code == 1
    assert "refused: the check “one store” does not hold" in result.stdout


def test_accepted_evidence_that_fails(project: Example) -> None:
    """Judged without a run, a check that does not hold leads to the command that shows what is accepted."""
    project.edit(f"snippets/torch-{pinned(project)}/lanes/float32/evidence.json", '"holds": true', '"holds": false')
    result = project.run("check", "--accepted")
    assert result.code == 1 and "the check “one store” does not hold" in result.output
    assert "  next: python -m claims show lanes.float32\n" in result.output


def test_continuous_integration_reviews_nothing(project: Example) -> None:
    """Under CI, review --accept refuses as accept does."""
    other_build(project)
    project.run("pin", "9.9.0")
    before = project.tree()
    result = project.run("review", "--accept", CI="true")
    assert (result.code, project.tree()) == (2, before)


def test_a_pin_without_evidence(project: Example) -> None:
    """A version without evidence is one line and the next command; nothing moves."""
    before = project.read("pyproject.toml")
    result = project.run("pin", "9.9.9")
    assert (result.code, result.stderr.count("\n")) == (2, 2)
    assert project.read("pyproject.toml") == before


def test_what_is_no_version(project: Example) -> None:
    """A word that is no version is a usage error, before anything is made."""
    result = project.run("upgrade", "latest")
    assert result.code == 2
    assert result.stderr.startswith("'latest' is no version of PyTorch, such as ")
    assert not (project.root / "build" / "envs").exists()


def test_reports(project: Example) -> None:
    """The newest report in each form; without one, the command that writes it is named."""
    project.edit("docs/article/lanes.md", "[8](claim", "[16](claim")
    assert project.run("check").code == 1
    annotations = project.run("report", "--format", "github").stdout
    assert "::error file=docs/article/lanes.md,line=3,title=text against evidence::" in annotations
    xml.fromstring(project.run("report", "--format", "junit").stdout.partition("\n")[2])
    written = project.run("report", "--format", "markdown", "--output", "build/summary.md")
    assert (written.code, written.stdout) == (0, "")
    assert project.read("build/summary.md").startswith("## The claims do not hold\n")
    project.remove("build/report.json")
    missing = project.run("report", "--format", "junit")
    assert missing.code == 2
    assert missing.stderr == (
        "build/report.json is not there: it is written by check, site and docs\n"
        "  next: python -m claims check --accepted\n"
    )
