"""The workflows of continuous integration: the form that GitHub asks for, and commands that this project has."""

from __future__ import annotations

import fnmatch
import json
import os
import re
import shlex
import shutil
import subprocess
from importlib import resources
from pathlib import Path
from typing import Any

import click
import pytest
import yaml
from jsonschema import Draft7Validator

from claims.engine.build_commands import cli
from claims.engine.project import Project

ROOT = Path(__file__).resolve().parents[2]
WORKFLOWS = sorted((ROOT / ".github" / "workflows").glob("*.yml"))
BUILDS = ROOT / ".github" / "workflows" / "builds.yml"
#: ``${{ … }}`` in a script is replaced before the shell reads it: what an outsider can set would be run.
_EXPRESSION = re.compile(r"\$\{\{")


class Loader(yaml.SafeLoader):
    """YAML as GitHub reads it: ``on`` is a word and not a boolean."""


Loader.yaml_implicit_resolvers = {
    first: [(tag, pattern) for tag, pattern in found if tag != "tag:yaml.org,2002:bool"]
    for first, found in yaml.SafeLoader.yaml_implicit_resolvers.items()
}
Loader.add_implicit_resolver("tag:yaml.org,2002:bool", re.compile(r"^(?:true|false)$"), list("tf"))


def read(path: Path) -> dict[str, Any]:
    found = yaml.load(path.read_text(encoding="utf-8"), Loader)
    assert isinstance(found, dict)
    return found


def scripts(workflow: dict[str, Any]) -> list[str]:
    return [step["run"] for job in workflow["jobs"].values() for step in job["steps"] if "run" in step]


@pytest.mark.parametrize("path", WORKFLOWS, ids=lambda path: path.stem)
def test_the_schema(path: Path) -> None:
    """Each workflow is of the form that check-jsonschema's bundled copy of the published schema describes."""
    vendored = resources.files("check_jsonschema").joinpath("builtin_schemas", "vendor", "github-workflows.json")
    validator = Draft7Validator(json.loads(vendored.read_text(encoding="utf-8")))
    workflow = read(path)
    assert [f"{e.json_path}: {e.message}" for e in validator.iter_errors(workflow)] == []
    next(iter(workflow["jobs"].values()))["runs_on"] = "a key that there is not"
    assert list(validator.iter_errors(workflow))


@pytest.mark.parametrize("path", WORKFLOWS, ids=lambda path: path.stem)
def test_actionlint(path: Path) -> None:
    """actionlint, where it is installed, has nothing to say."""
    program = shutil.which("actionlint")
    if program is None:
        pytest.skip("no actionlint on the PATH; the schema was checked")
    done = subprocess.run([program, str(path)], capture_output=True, text=True, check=False)
    assert done.stdout + done.stderr == ""


def needed(workflow: dict[str, Any], name: str) -> set[str]:
    """Return the jobs that a job needs directly."""
    needs = workflow["jobs"][name].get("needs", [])
    return {needs} if isinstance(needs, str) else {*needs}


def ended_before(workflow: dict[str, Any], name: str) -> set[str]:
    """Return the jobs that have ended when a job starts."""
    direct = needed(workflow, name) & {*workflow["jobs"]}
    return direct.union(*(ended_before(workflow, other) for other in direct))


def transfers(job: dict[str, Any], way: str) -> list[str]:
    """Return the artifacts that a job uploads or downloads, with ``*`` for each expression in a name."""
    pages = {"upload": "actions/upload-pages-artifact", "download": "actions/deploy-pages"}[way]
    found = []
    for step in job["steps"]:
        action, given = step.get("uses", "").partition("@")[0], step.get("with", {})
        if action == f"actions/{way}-artifact":
            found.append(re.sub(r"\$\{\{.*?\}\}", "*", given.get("name", given.get("pattern", "*"))))
        elif action == pages:
            found.append("github-pages")
    return found


def faults(workflow: dict[str, Any]) -> list[str]:
    """Return what a workflow names although it is not there; actionlint, which is seldom at hand, would say so too."""
    jobs = workflow["jobs"]
    found = []
    for name, job in jobs.items():
        own = json.dumps(job)
        found += [f"{name}: no job {other}" for other in needed(workflow, name) - {*jobs}]
        found += [f"{name}: does not need {other}" for other in _names(own, "needs") - needed(workflow, name)]
        for other, output in re.findall(r"\bneeds\.([\w-]+)\.outputs\.([\w-]+)", own):
            if output not in jobs.get(other, {}).get("outputs", {}):
                found.append(f"{name}: no output {output} of {other}")
        steps = {step["id"]: step for step in job["steps"] if "id" in step}
        found += [f"{name}: no step {id}" for id in _names(own, "steps") - {*steps}]
        for id, output in re.findall(r"\bsteps\.([\w-]+)\.outputs\.([\w-]+)", own):
            # What an action puts out is known to that action alone.
            if "run" in steps.get(id, {}) and not re.search(rf"\b{output}=.*GITHUB_OUTPUT", steps[id]["run"]):
                found.append(f"{name}: no output {output} of step {id}")
        axes = {*job.get("strategy", {}).get("matrix", {})}
        found += [f"{name}: no matrix {axis}" for axis in _names(own, "matrix") - axes]
        if axes:
            found += [f"{name}: each leg uploads {one}" for one in transfers(job, "upload") if "*" not in one]
        inputs = {*((workflow["on"].get("workflow_dispatch") or {}).get("inputs") or {})}
        found += [f"{name}: no input {word}" for word in _names(own, "inputs") - inputs]
        there = [artifact for other in ended_before(workflow, name) for artifact in transfers(jobs[other], "upload")]
        found += [
            f"{name}: no artifact {wanted}"
            for wanted in transfers(job, "download")
            if not any(fnmatch.fnmatchcase(artifact, wanted) for artifact in there)
        ]
        found += [f"{name}: no time limit"] if "timeout-minutes" not in job else []
    return found


def _names(text: str, context: str) -> set[str]:
    return {*re.findall(rf"(?<![\w.-]){context}\.([\w-]+)", text)}


def unknown_commands(script: str) -> list[str]:
    """Return what a script asks of make or of this project's command line that neither has."""
    targets = {*re.findall(r"^([a-z]+):", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE)}
    found = [f"no target {target}" for target in re.findall(r"(?:^|\s)make (\w+)", script) if target not in targets]
    # Arithmetic stands for some number, and a line that goes on is one line.
    for line in re.sub(r"\$\(\(.*?\)\)", "1", script.replace("\\\n", "")).splitlines():
        _, asked, rest = line.partition("-m claims ")
        if not asked:
            continue
        name, *arguments = shlex.split(rest.partition(">")[0])
        if name not in cli.commands:
            found.append(f"no command {name}")
            continue
        try:
            cli.commands[name].make_context(name, arguments)
        except click.UsageError as error:
            found.append(f"{name}: {error.format_message()}")
    return found


@pytest.mark.parametrize("path", WORKFLOWS, ids=lambda path: path.stem)
def test_what_is_named_exists(path: Path) -> None:
    """Every job, step, output, matrix axis, input and artifact that a workflow names is there, and no job runs on."""
    assert faults(read(path)) == []


@pytest.mark.parametrize(
    ("name", "there", "planted", "found"),
    [
        ("builds", "needs: run\n", "needs: runs\n", "propose: no job runs"),
        ("builds", "needs.choose.outputs.versions !=", "needs.choose.outputs.old !=", "run: no output old of choose"),
        ("builds", "needs.run.result != ", "needs.choose.result != ", "propose: does not need choose"),
        ("builds", "- id: choose\n", "- id: chosen\n", "choose: no step choose"),
        ("builds", 'echo "versions=[', 'echo "builds=[', "choose: no output versions of step choose"),
        ("builds", "BUILDS: ${{ strategy.job-total }}", "BUILDS: ${{ matrix.builds }}", "run: no matrix builds"),
        ("builds", "ASKED: ${{ inputs.versions }}", "ASKED: ${{ inputs.builds }}", "choose: no input builds"),
        ("builds", "pattern: evidence-torch-*", "pattern: evidence-of-*", "propose: no artifact evidence-of-*"),
        ("builds", "evidence-torch-${{ matrix.version }}", "evidence-of-x", "run: each leg uploads evidence-of-x"),
        ("builds", "needs: run\n", "needs: choose\n", "propose: no artifact evidence-torch-*"),
        ("builds", "    timeout-minutes: 20\n", "", "propose: no time limit"),
        ("site", "actions/upload-pages-artifact@v3", "actions/cache@v4", "publish: no artifact github-pages"),
    ],
)  # fmt: skip
def test_planted_faults(name: str, there: str, planted: str, found: str) -> None:
    """A name that leads nowhere is said, with its job."""
    text = (ROOT / ".github" / "workflows" / f"{name}.yml").read_text(encoding="utf-8")
    assert text.count(there) == 1
    assert found in faults(yaml.load(text.replace(there, planted), Loader))


@pytest.mark.parametrize("path", WORKFLOWS, ids=lambda path: path.stem)
def test_scripts(path: Path) -> None:
    """Scripts are sound to a shell, take outside words from the environment alone, and call what the project has."""
    for script in scripts(read(path)):
        assert not _EXPRESSION.search(script)
        done = subprocess.run(["bash", "-n"], input=script, capture_output=True, text=True, check=False)
        assert done.stderr == ""
        assert unknown_commands(script) == []
        assert "accept" not in script


@pytest.mark.parametrize(
    ("script", "found"),
    [
        ("make prove", "no target prove"),
        ("python -m claims prove", "no command prove"),
        ("python -m claims report --format xml >> out", "report: Invalid value for '--format'"),
        ("python -m claims diff 2.13.0 \\\n  --form markdown", "diff: No such option"),
        ("python -m claims diff 2.13.0", "diff: Missing argument 'NEW'"),
    ],
)
def test_planted_commands(script: str, found: str) -> None:
    """A target, a command, an option or a choice that there is not is said."""
    (said,) = unknown_commands(script)
    assert said.startswith(found)


@pytest.mark.parametrize("path", WORKFLOWS, ids=lambda path: path.stem)
def test_python_is_what_accepted_evidence_has(path: Path) -> None:
    """Each job runs the Python that evidence was accepted under, as what depends on it cannot be compared otherwise."""
    records = Project.find(ROOT).accepted.glob("*/*/evidence.json")
    accepted = {json.loads(path.read_text(encoding="utf-8"))["profile"]["python"] for path in records}
    steps = [step for job in read(path)["jobs"].values() for step in job["steps"]]
    assert {s["with"]["python-version"] for s in steps if "setup-python" in s.get("uses", "")} == accepted


@pytest.mark.parametrize("path", WORKFLOWS, ids=lambda path: path.stem)
def test_the_pinned_build_can_be_a_small_wheel(path: Path) -> None:
    """The first call of make in a job, which installs the pinned build, looks where the repository says."""
    for job in read(path)["jobs"].values():
        first = next((step for step in job["steps"] if step.get("run", "").startswith("make ")), None)
        assert first is None or "PIP_EXTRA_INDEX_URL" in {**job.get("env", {}), **first.get("env", {})}


def test_the_site_is_proved_as_elsewhere() -> None:
    """Controls run with the claims, in the run that is reported, by the command that .ci/run calls."""
    calls = [script for script in scripts(read(ROOT / ".github" / "workflows" / "site.yml")) if "make docs" in script]
    assert calls == ["make docs OPTIONS=--controls"]
    assert calls[0] in (ROOT / ".ci" / "run").read_text(encoding="utf-8")


def test_evidence_is_proposed_although_a_build_failed() -> None:
    """The job that proposes runs after a failed leg of the matrix, and not where there was no build to run."""
    assert read(BUILDS)["jobs"]["propose"]["if"] == "${{ !cancelled() && needs.run.result != 'skipped' }}"


class Proposal:
    """A clone in which the job that proposes runs, with a `gh` that writes down what it is asked."""

    def __init__(self, root: Path) -> None:
        self.root, self.asked, self.clones = root, root / "asked", 0
        _git(root, "init", "--quiet", "--bare", "--initial-branch=main", "origin.git")
        _git(root, "clone", "--quiet", "origin.git", "first")
        _git(root / "first", "commit", "--quiet", "--allow-empty", "--message", "The pinned build")
        _git(root / "first", "push", "--quiet", "origin", "HEAD:main")
        gh = root / "bin" / "gh"
        gh.parent.mkdir()
        # Its own pull requests are the only ones, so jq has nothing to choose from.
        gh.write_text(
            f"""#!/bin/bash
case "$1 $2" in
  "pr list") test "$3 $5 $6" != "--head --state open" || cat "{root}/open-$4" 2>/dev/null || true ;;
  "pr create") echo "create $*" >> "{self.asked}"; echo 7 > "{root}/open-${{@: -1}}" ;;
  "pr edit") echo "edit $*" >> "{self.asked}" ;;
esac
""",
            encoding="utf-8",
        )
        gh.chmod(0o755)

    def run(self, found: dict[str, str], result: str = "success") -> subprocess.CompletedProcess[str]:
        """Run the job's script in a new clone with the evidence of these builds."""
        self.clones += 1
        clone = self.root / f"clone-{self.clones}"
        _git(self.root, "clone", "--quiet", "origin.git", clone.name)
        for version, text in found.items():
            evidence, short = (
                clone / f"snippets/torch-{version}/a.json",
                clone / f"build/upgrades/torch-{version}/short.md",
            )
            for path in (evidence, short):
                path.parent.mkdir(parents=True)
                path.write_text(f"{text}\n", encoding="utf-8")
        (script,) = (step["run"] for step in read(BUILDS)["jobs"]["propose"]["steps"] if "run" in step)
        environment = {
            **os.environ,
            "PATH": f"{self.root / 'bin'}:{os.environ['PATH']}",
            "GITHUB_RUN_ID": str(self.clones),
        }
        environment |= {"RUNNER_TEMP": str(self.root), "RESULT": result, "RUN": "https://example.org/runs/1"}
        return subprocess.run(
            ["bash", "-e", "-c", script], cwd=clone, env=environment, capture_output=True, text=True, check=False
        )

    @property
    def branches(self) -> list[str]:
        return _git(self.root / "origin.git", "branch", "--format=%(refname:short)").split()


def _git(folder: Path, *arguments: str) -> str:
    who = ["-c", "user.name=a", "-c", "user.email=a@example.org"]
    done = subprocess.run(["git", *who, *arguments], cwd=folder, capture_output=True, text=True, check=True)
    return done.stdout


def test_no_evidence_is_a_clean_end(tmp_path: Path) -> None:
    """Where no build left evidence, nothing is proposed and the job says so without failing."""
    proposal = Proposal(tmp_path)
    done = proposal.run({}, result="failure")
    assert (done.returncode, done.stdout) == (0, "no build left evidence\n"), done.stderr
    assert not proposal.asked.exists()


def test_a_pull_request_is_brought_up_to_date(tmp_path: Path) -> None:
    """The same versions, a week later, are the same branch with the new evidence and the same pull request."""
    proposal = Proposal(tmp_path)
    for text in ("the first week", "the second week"):
        done = proposal.run({"9.8.0": text, "9.9.0": text})
        assert done.returncode == 0, done.stderr
    branch = "evidence-torch-9.8.0-9.9.0"
    assert proposal.branches == [branch, "main"]
    assert _git(tmp_path / "origin.git", "show", f"{branch}:snippets/torch-9.9.0/a.json") == "the second week\n"
    asked = proposal.asked.read_text(encoding="utf-8").splitlines()
    assert [line.split()[0] for line in asked] == ["create", "edit"]
    assert "edit pr edit 7 --title Claims on PyTorch 9.8.0 9.9.0 " in asked[1]
    body = (tmp_path / "body.md").read_text(encoding="utf-8")
    assert body.splitlines()[0].endswith("artifacts of https://example.org/runs/1")
    assert body.endswith("\n\nthe second week\nthe second week\n")


def test_a_pull_request_says_that_a_build_is_missing(tmp_path: Path) -> None:
    """The text says when not every build left evidence."""
    proposal = Proposal(tmp_path)
    assert proposal.run({"9.9.0": "found"}, result="failure").returncode == 0
    assert "Not every build left evidence" in (tmp_path / "body.md").read_text(encoding="utf-8")
