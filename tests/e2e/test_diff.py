"""``claims diff`` as a reviewer runs it: what it prints, where, and with which exit code."""

from __future__ import annotations

import json
import shutil

from example import Example


def other_build(project: Example, version: str = "9.9.0") -> None:
    """Lay down the evidence of a pretended other build: a copy of what is accepted."""
    shutil.copytree(project.accepted, project.root / "snippets" / f"torch-{version}")
    for path in (project.root / "snippets" / f"torch-{version}").rglob("evidence.json"):
        record = json.loads(path.read_text(encoding="utf-8"))
        record["build"] = {"torch": version, "revision": "9" * 40}
        path.write_text(json.dumps(record, indent=2, sort_keys=True) + "\n", encoding="utf-8")


def pinned(project: Example) -> str:
    return project.accepted.name.removeprefix("torch-")


def test_a_build_against_itself_prints_nothing(project: Example) -> None:
    """Nothing goes to standard output; standard error says that nothing changed."""
    result = project.run("diff", pinned(project), pinned(project))
    assert (result.code, result.stdout) == (0, "")
    assert result.stderr.endswith("the same evidence in 2 claims\n")
    assert project.run("diff", pinned(project), pinned(project), "--format", "json").json["entries"] == []


def test_a_change_names_sentence_and_both_sides(project: Example) -> None:
    """A value that changed is one entry, with the sentence that quotes it and both sides; nothing is written."""
    other_build(project)
    path = "snippets/torch-9.9.0/lanes/float32/evidence.json"
    project.edit(path, '"value": 8', '"value": 16')
    before = project.tree()
    result = project.run("diff", pinned(project), "9.9.0")
    assert result.code == 0, result.output
    assert "lanes.float32: “step” 8 → 16" in result.stdout
    assert "docs/article/lanes.md:3  The loop takes 8 floats in a step." in result.stdout
    assert "- [-8-] floats\n       + {+16+} floats" in result.stdout
    assert project.tree() == before


def test_output_goes_to_a_file(project: Example) -> None:
    """--output writes the form that was asked for, and only that."""
    other_build(project)
    project.edit("snippets/torch-9.9.0/lanes/float32/evidence.json", '"value": 8', '"value": 16')
    result = project.run("diff", pinned(project), "9.9.0", "--format", "markdown", "--output", "diff.md")
    assert (result.code, result.stdout) == (0, "")
    assert project.read("diff.md").startswith("# Claims: torch ")


def test_a_limit_for_a_pull_request(project: Example) -> None:
    """--limit leaves out entries of Markdown that it has no room for, and is a usage error with another form."""
    other_build(project)
    project.edit("snippets/torch-9.9.0/lanes/float32/evidence.json", '"value": 8', '"value": 16')
    short = project.run("diff", pinned(project), "9.9.0", "--format", "markdown", "--limit", "1").stdout
    assert "### " not in short
    assert short.endswith("… and 1 more entry, left out of this text for its length.\n")
    whole = project.run("diff", pinned(project), "9.9.0", "--format", "markdown")
    assert (
        project.run("diff", pinned(project), "9.9.0", "--format", "markdown", "--limit", "9999").stdout == whole.stdout
    )
    assert project.run("diff", pinned(project), "9.9.0", "--limit", "1").code == 2


def test_some_claims_only(project: Example) -> None:
    """Ids and chapters restrict the diff; one that neither side knows is a usage error."""
    other_build(project)
    project.edit("snippets/torch-9.9.0/lanes/float32/evidence.json", '"value": 8', '"value": 16')
    assert project.run("diff", pinned(project), "9.9.0", "lanes.stored").stdout == ""
    assert project.run("diff", pinned(project), "9.9.0", "lanes").stdout
    result = project.run("diff", pinned(project), "9.9.0", "fusion")
    assert (result.code, result.stderr.count("\n")) == (2, 2)


def test_a_claim_that_ended_without_evidence(project: Example) -> None:
    """A claim of which a side only knows how it ended may be asked for; nothing is said to be the same."""
    other_build(project)
    project.write(
        {"snippets/torch-9.9.0/gpu/generated/ended.json": '{"detail": "no CUDA device", "outcome": "not run"}'}
    )
    result = project.run("diff", pinned(project), "9.9.0", "gpu.generated")
    assert (result.code, result.stdout) == (0, ""), result.output
    assert result.stderr.endswith("the same evidence in 0 claims, 1 not run\n")


def test_an_unknown_version(project: Example) -> None:
    """A version without evidence is one line, the next command, and exit code 2."""
    result = project.run("diff", pinned(project), "9.9.9")
    assert result.code == 2
    assert result.stderr == (
        f"'9.9.9': there is no evidence for it; what is at hand: {pinned(project)}\n"
        "  next: python -m claims upgrade 9.9.9\n"
    )


def test_evidence_of_a_newer_schema(project: Example) -> None:
    """Evidence of a newer form stops every command that reads it, in one line, with nothing changed."""
    project.edit(
        "snippets/" + project.accepted.name + "/lanes/float32/evidence.json", '"orderings"', '"schema": 7, "orderings"'
    )
    before = project.tree()
    for command in (["diff", pinned(project), pinned(project)], ["check", "--accepted"], ["show", "lanes.float32"]):
        result = project.run(*command)
        assert result.code == 2, result.output
        assert "written by a newer version of this project: schema 7" in result.stderr
    assert project.tree() == before


def test_help_explains_the_classes(project: Example) -> None:
    """The help says what OLD and NEW may be, and what each class means."""
    text = project.run("diff", "--help").stdout
    for word in (
        "refuted",
        "ordering flipped",
        "only renamed",
        "not run",
        "recorded",
        "[-words that went-]",
        "cited.json",
    ):
        assert word in text
