"""The workflows of continuous integration: the form that GitHub asks for, and commands that this project has."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
from importlib import resources
from pathlib import Path
from typing import Any

import pytest
import yaml
from jsonschema import Draft7Validator

from claims.engine.build_commands import cli

ROOT = Path(__file__).resolve().parents[2]
WORKFLOWS = sorted((ROOT / ".github" / "workflows").glob("*.yml"))
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


@pytest.mark.parametrize("path", WORKFLOWS, ids=lambda path: path.stem)
def test_needs_and_outputs_exist(path: Path) -> None:
    """Every job that another needs, every step and output that an expression names is there."""
    jobs = read(path)["jobs"]
    text = path.read_text(encoding="utf-8")
    for name, job in jobs.items():
        needs = job.get("needs", [])
        assert {needs} if isinstance(needs, str) else {*needs} <= {*jobs}, name
        ids = {step["id"] for step in job["steps"] if "id" in step}
        own = json.dumps(job)
        assert set(re.findall(r"\bsteps\.(\w+)\.", own)) <= ids, name
        for needed, output in re.findall(r"\bneeds\.(\w+)\.outputs\.(\w+)", own):
            assert needed in needs and output in jobs[needed]["outputs"], name
    assert text.count("timeout-minutes:") == len(jobs)


@pytest.mark.parametrize("path", WORKFLOWS, ids=lambda path: path.stem)
def test_scripts(path: Path) -> None:
    """Scripts are sound to a shell, take outside words from the environment alone, and call what the project has."""
    targets = re.findall(r"^([a-z]+):", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE)
    for script in scripts(read(path)):
        assert not _EXPRESSION.search(script)
        done = subprocess.run(["bash", "-n"], input=script, capture_output=True, text=True, check=False)
        assert done.stderr == ""
        assert set(re.findall(r"(?:^|\s)make (\w+)", script)) <= {*targets}
        assert set(re.findall(r"-m claims (\w+)", script)) <= {*cli.commands}
        assert "accept" not in script
