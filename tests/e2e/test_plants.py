"""Plants in a tiny project: which claims notice a fault, what is stale, what nobody notices."""

from __future__ import annotations

import json
import shutil

import pytest
from example import FAKE_CAPTURE, Example

PLANTED = '''\
"""Faults for the tiny project."""

from pathlib import Path

_read = Path.read_text


def stored_twice() -> None:
    """Each kernel stores twice (`read_text` is patched)."""
    Path.read_text = lambda self, *_: _read(self).replace("store(", "store( store(")


def crash() -> None:
    """The process ends at once."""
    raise SystemExit(7)
'''
IDLE = '''

def idle() -> None:
    """Nothing is other than it was."""
'''
UNREACHED = """

from claims.engine import Run  # noqa: E402

RUN = Run(planted=False)
"""
MODULE = "claims/engine/capture/planted.py"


@pytest.fixture
def planted(project: Example) -> Example:
    """Return the project that holds, with plants that it was not run under yet."""
    capture = project.root / "claims" / "engine" / "capture"
    capture.unlink()
    shutil.copytree(FAKE_CAPTURE, capture)
    project.write({MODULE: PLANTED})
    return project


def accept_plants(project: Example) -> None:
    for arguments in (["run", "--plants"], ["accept"]):
        result = project.run(*arguments)
        assert result.code == 0, result.output


def results(project: Example, claim: str) -> dict[str, tuple[str, str]]:
    record = json.loads((project.accepted / "lanes" / claim / "plants.json").read_text(encoding="utf-8"))
    return {result["plant"]: (result["fails"], result["found"]) for result in record["results"]}


def test_the_way_each_claim_fails_is_accepted(planted: Example) -> None:
    """Under each plant a claim's most telling failure is kept beside its evidence, and the project passes the gate."""
    accept_plants(planted)
    assert results(planted, "stored")["stored-twice"] == ("check", "the check “one store” does not hold")
    assert results(planted, "float32")["crash"] == ("ended", "exited before it was done: sys.exit(7)")
    result = planted.run("check")
    assert (result.code, result.findings) == (0, []), result.output


def test_a_plant_leaves_the_ordinary_evidence_alone(planted: Example) -> None:
    """What a claim found under a plant is not taken for what it found without one."""
    before = planted.tree()
    accept_plants(planted)
    after = planted.tree()
    assert {name for name in after if before.get(name) != after[name]} == {
        f"torch-2.13.0/lanes/{claim}/plants.json" for claim in ("float32", "stored")
    }


def test_plants_that_were_never_run(planted: Example) -> None:
    """A claim that was not run under the project's plants fails the build, with the command that runs them."""
    result = planted.run("check")
    assert result.code == 1
    finding = result.found("stale plants", claim="lanes.stored")
    assert finding["message"] == "claim lanes.stored: its accepted plants were never run"
    assert finding["next"] == (
        "python -m claims run lanes.stored --controls --plants && python -m claims accept lanes.stored"
    )


def test_a_plant_that_does_something_else_now(planted: Example) -> None:
    """An edited plant makes every outcome stale."""
    accept_plants(planted)
    planted.edit(MODULE, '"store( store("', '"store( store( store("')
    assert planted.run("check").kinds == ["stale plants", "stale plants"]


def test_a_plant_more(planted: Example) -> None:
    """With --reuse only what is new is run under plants; what was accepted of the others is kept."""
    accept_plants(planted)
    before = results(planted, "stored")
    planted.write({MODULE: PLANTED + IDLE})
    result = planted.run("run", "--plants", "--reuse")
    assert "lanes.stored, idle" in result.output
    assert "lanes.stored, crash" not in result.output
    assert planted.run("accept").code == 0
    assert results(planted, "stored") == before | {"idle": ("", "")}


def test_a_plant_for_other_chapters(planted: Example) -> None:
    """A plant that is tried on other chapters is not run with these claims, and nobody asks for it."""
    planted.write({MODULE: PLANTED + IDLE + '\n\nTRIED_ON = {"idle": ("fusion",)}\n'})
    accept_plants(planted)
    assert "idle" not in results(planted, "stored")
    assert planted.run("check").kinds == ["plant that no claim notices"]


def test_a_script_that_changed_since(planted: Example) -> None:
    """A changed script makes its claim's outcomes stale, under plants as under controls."""
    accept_plants(planted)
    planted.edit("claims/article/lanes/stored.py", "time.sleep(1000)", "time.sleep(999)")
    assert planted.run("run").code == 0
    assert planted.run("check").kinds == ["stale control", "stale plants"]


def test_a_plant_that_no_claim_notices(planted: Example) -> None:
    """A fault under which every claim holds fails the build."""
    planted.write({MODULE: PLANTED + IDLE})
    accept_plants(planted)
    result = planted.run("check")
    assert (result.code, result.kinds) == (1, ["plant that no claim notices"])
    message = "no claim fails under the plant “idle”: Nothing is other than it was"
    assert result.findings[0]["message"] == message


def test_outcomes_that_cannot_be_read_back(planted: Example) -> None:
    """A torn plants.json is named, with the way back."""
    accept_plants(planted)
    path = planted.accepted / "lanes" / "stored" / "plants.json"
    path.write_text(path.read_text(encoding="utf-8")[:40], encoding="utf-8")
    finding = planted.run("check").found("torn evidence")
    assert finding["where"] == "snippets/torch-2.13.0/lanes/stored/plants.json"
    assert finding["next"] == "git checkout -- snippets/torch-2.13.0/lanes/stored"


def test_a_claim_that_no_plant_reaches(planted: Example) -> None:
    """A claim that says so is not run under plants, and the gate does not ask for it."""
    planted.write({"claims/article/lanes/stored.py": planted.read("claims/article/lanes/stored.py") + UNREACHED})
    result = planted.run("run", "--controls", "--plants")
    assert result.code == 0, result.output
    assert planted.run("accept").code == 0
    assert not (planted.accepted / "lanes" / "stored" / "plants.json").exists()
    result = planted.run("check")
    assert (result.code, result.findings) == (0, []), result.output
