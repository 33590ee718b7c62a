"""What each command prints, for people and for machines, and which exit code it leaves with."""

from __future__ import annotations

import json

import pytest
from baseline import script
from example import Example

COMMANDS = (
    *("list", "run", "check", "show", "review", "calibrate", "accept", "audit"),
    *("bench", "simulate", "diff", "pin", "report", "upgrade"),
    *("docs", "site", "serve"),
)


def test_every_command_has_help(project: Example) -> None:
    """The group's help names every command and the exit codes."""
    result = project.run("--help")
    assert result.code == 0
    assert all(f"\n  {command} " in result.stdout for command in COMMANDS)
    assert "Exit codes: 0 holds, 1 drift, 2 usage, 3 a claim crashed or timed out," in result.stdout


@pytest.mark.parametrize(
    "arguments",
    [["list", "--json"], ["run", "--json"], ["check", "--json"], ["check", "--accepted", "--json"],
     ["show", "lanes.float32", "--json"], ["show", "lanes.float32", "--fresh", "--json"]],
    ids=" ".join,
)  # fmt: skip
def test_json_is_all_that_is_printed(project: Example, arguments: list[str]) -> None:
    """With --json, standard output is one JSON document and nothing else."""
    result = project.run(*arguments)
    assert result.code == 0, result.output
    assert result.json


def test_list_gives_objects_with_an_id(project: Example) -> None:
    """``list --json`` is a list of objects with an id, a statement and the script."""
    assert [claim["id"] for claim in project.run("list", "--json").json] == ["lanes.float32", "lanes.stored"]
    (claim,) = project.run("list", "lanes.stored", "--json").json
    assert claim["statement"] == "Every float is stored once."
    assert claim["script"] == "claims/article/lanes/stored.py"


def test_an_unknown_claim(project: Example) -> None:
    """An id that names no claim is a usage error that says how to find one."""
    result = project.run("run", "lanes.nothing")
    assert result.code == 2
    assert result.stderr == "no claim or chapter is called 'lanes.nothing'\n  next: python -m claims list\n"


def test_outside_of_a_project(project: Example) -> None:
    """Without a pyproject.toml with [tool.claims], every command says so."""
    project.write({"pyproject.toml": "[project]\n"})
    result = project.run("list")
    assert result.code == 2
    assert "no pyproject.toml with [tool.claims] here or above" in result.stderr


def test_the_gate_before_any_run(project: Example) -> None:
    """The gate and accept need a run; without one they say which command makes it."""
    project.remove("build")
    for command in ("check", "accept"):
        result = project.run(command)
        assert (result.code, result.stderr) == (
            2,
            "no claim has been run in this checkout\n  next: python -m claims run\n",
        )


def test_review_without_a_terminal(project: Example) -> None:
    """Without a terminal, review prints both sides and the command that accepts, and accepts nothing."""
    project.edit("docs/article/lanes.md", "is [stored once]", "is always [stored once]")
    before = project.tree()
    result = project.run("review")
    assert result.code == 0
    assert "claim lanes.stored: reworded" in result.stdout
    assert "  next: python -m claims accept lanes.stored\n" in result.stdout
    assert "1 of 2 claims are to be reviewed" in result.stdout
    assert project.tree() == before


def test_review_on_a_terminal(project: Example) -> None:
    """Asked on a terminal, a yes records the sentence, and the last line says how many are left."""
    project.edit("docs/article/lanes.md", "is [stored once]", "is always [stored once]")
    result = project.at_a_terminal("review", typed="y\n")
    assert "accept lanes.stored [y/N]" in result.stdout
    assert (result.code, "0 of 2 claims are left to be reviewed" in result.stdout) == (0, True), result.stdout
    assert "nothing to review" in project.run("review").stdout


@pytest.mark.parametrize("typed", ["n\n", "\x04"])
def test_review_left_at_a_terminal(project: Example, typed: str) -> None:
    """A no, or the end of the input, accepts nothing and says how many are to be reviewed."""
    project.edit("docs/article/lanes.md", "is [stored once]", "is always [stored once]")
    before = project.tree()
    result = project.at_a_terminal("review", typed=typed)
    assert (result.code, "1 of 2 claims are to be reviewed" in result.stdout) == (0, True), result.stdout
    assert project.tree() == before


def test_accepting_a_reworded_sentence(project: Example) -> None:
    """Accepting a claim records its sentence as it is now, and leaves unchanged evidence as it was."""
    project.edit("docs/article/lanes.md", "is [stored once]", "is always [stored once]")
    before = project.tree("snippets/torch-2.13.0")
    assert project.run("accept", "lanes.stored").code == 0
    assert project.tree("snippets/torch-2.13.0") == before
    assert project.run("check").code == 0


def test_accepting_what_drifted(project: Example) -> None:
    """Accepting drift shows what was accepted and found, and then everything holds but what the prose says."""
    project.edit("generated.cpp", "x+=8", "x+=16")
    assert project.run("run").code == 0
    result = project.run("accept", "lanes.float32")
    assert result.code == 0
    assert "claim lanes.float32: the value “step” changed\n      accepted: 8 floats\n      found:    16 floats" in (
        result.stdout
    )
    checked = project.run("check")
    assert (checked.code, checked.kinds) == (1, ["text against evidence"])


def test_a_run_of_one_claim_says_nothing_of_the_others(project: Example) -> None:
    """After a run of one claim the gate can judge that one; the others count as not run."""
    assert project.run("run", "lanes.stored").code == 0
    assert project.run("check", "lanes.stored").code == 0
    result = project.run("check")
    assert (result.code, result.kinds) == (1, ["not run"])
    assert result.found("not run")["claim"] == "lanes.float32"


def test_audit_finds_what_depends_on_the_warm_start(project: Example) -> None:
    """Evidence that differs between a fork and a fresh interpreter is a finding; build/fresh stays as it is."""
    collect = "import sys\nevidence.value('modules', 'claims.engine.capture.warm' in sys.modules)"
    project.write({"claims/article/odd/warmth.py": script("It depends on its start.", collect)})
    before = project.tree("build/fresh")
    result = project.run("audit", "--json")
    assert result.code == 1, result.output
    (finding,) = json.loads(result.stdout)
    assert (finding["kind"], finding["claim"]) == ("fork against fresh", "odd.warmth")
    assert (finding["accepted"], finding["found"]) == ("fresh: no", "fork: yes")
    assert finding["next"] == "python -m claims audit odd.warmth"
    assert project.tree("build/fresh") == before
    assert project.survivors() == []


def test_a_control_that_sets_the_environment_runs_afresh(project: Example) -> None:
    """A control's variables are there before its interpreter starts, and nowhere else."""
    project.write(
        {
            "claims/article/odd/variable.py": script(
                "The variable is unset.",
                "import os\nevidence.check('unset', 'ODD_VARIABLE' not in os.environ)",
                'CONTROLS = [Control("it is set", fails="unset", environment={"ODD_VARIABLE": "1"})]',
            )
        }
    )
    result = project.run("run", "odd", "--controls", "--json")
    assert result.code == 0, result.output
    (control,) = result.json["controls"]["odd.variable"]["results"]
    assert control["failed_as_named"]


def test_keep_leaves_the_work_folder(project: Example) -> None:
    """With --keep the generated files of a run stay, and the next run clears them away."""
    assert project.run("run", "--keep").code == 0
    assert list((project.root / "build" / "work").glob("*/lanes.stored/done.json"))
    assert project.run("run").code == 0
    assert not (project.root / "build" / "work").exists()
