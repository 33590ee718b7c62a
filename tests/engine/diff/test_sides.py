"""Which evidence a name asks for, and the one line for a name that has none."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from prose_world import PROFILE, World

from claims.engine import store
from claims.engine.diff.sides import find_side
from claims.engine.errors import EngineError
from claims.engine.model import Build, Check, Evidence
from claims.engine.store import write_ended, write_evidence

PYPROJECT = '[tool.claims]\ntorch = "2.13.0"\nrevision = "c"\n'


@pytest.fixture
def world(tmp_path: Path) -> World:
    return World.build(tmp_path)


def test_a_version_a_recording_and_a_folder(world: World) -> None:
    """A version, the word for the recording and a path each find their folder."""
    assert find_side(world.project, "2.13.0").title == "torch 2.13.0"
    assert find_side(world.project, "recorded").recorded
    folder = world.project.snippets / "torch-2.13.0"
    assert find_side(world.project, str(folder)).evidence.keys() == find_side(world.project, "2.13.0").evidence.keys()


@pytest.mark.parametrize("name", ["9.9.9", "nothing", "", "torch"])
def test_no_such_evidence(world: World, name: str) -> None:
    """A name without evidence is a usage error that says what is at hand."""
    message = f"{name!r}: there is no evidence for it; what is at hand: 2.13.0, recorded-arm64-macos"
    with pytest.raises(EngineError, match=re.escape(message)) as caught:
        find_side(world.project, name)
    assert caught.value.code == 2


def test_a_folder_without_evidence(world: World) -> None:
    """A folder that holds no claim's evidence is a usage error too."""
    (world.project.snippets / "torch-2.14.0" / "fusion" / "one-loop").mkdir(parents=True)
    with pytest.raises(EngineError, match=r"^snippets/torch-2\.14\.0: holds no evidence of any claim$"):
        find_side(world.project, "2.14.0")


def test_evidence_of_a_newer_schema(world: World) -> None:
    """Evidence that a newer version of the project wrote is refused in one line, and stays as it is."""
    path = world.project.accepted / "fusion" / "one-loop" / "evidence.json"
    record = json.loads(path.read_text(encoding="utf-8")) | {"schema": 2}
    path.write_text(json.dumps(record), encoding="utf-8")
    before = path.read_bytes()
    store.write_text(world.project.root / "pyproject.toml", PYPROJECT)
    place = "snippets/torch-2.13.0/fusion/one-loop/evidence.json"
    with pytest.raises(EngineError, match=f"^{place}: written by a newer version of this project: schema 2") as caught:
        find_side(world.project, "2.13.0")
    assert (caught.value.code, caught.value.next) == (2, "git pull, to get the version that wrote it")
    assert path.read_bytes() == before


def test_a_devices_folder_is_read_too(world: World) -> None:
    """A version's evidence holds what lies in its devices' folders, in place of the word that it was not run."""
    folder, found = world.project.snippets / "torch-2.15.0", Build("2.15.0", "f" * 40)
    checks = {"one kernel": Check("one kernel", True)}
    write_evidence(folder / "lanes" / "one", Evidence("lanes.one", "One.", found, PROFILE, checks=checks))
    write_ended(folder / "gpu" / "generated", "not run", "no CUDA device")
    assert find_side(world.project, "2.15.0").ended == {"gpu.generated": "not run: no CUDA device"}
    device = Evidence("gpu.generated", "On a device.", found, PROFILE, checks=checks)
    write_evidence(world.project.snippets / "torch-2.15.0-cuda" / "gpu" / "generated", device)
    side = find_side(world.project, "2.15.0")
    assert (sorted(side.evidence), side.ended, side.title) == (["gpu.generated", "lanes.one"], {}, "torch 2.15.0")


def test_a_folder_that_cannot_be_read(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    """It is said that it cannot be read, and nothing is said of writing."""
    folder = world.project.accepted

    def refuse(_: Path) -> list[Path]:
        raise PermissionError(13, "Permission denied", str(folder / "lanes"))

    monkeypatch.setattr(store, "evidence_folders", refuse)
    message = r"^snippets/torch-2\.13\.0/lanes cannot be read: Permission denied$"
    with pytest.raises(EngineError, match=message) as caught:
        find_side(world.project, "2.13.0")
    assert (caught.value.code, caught.value.next) == (2, "ls -l snippets/torch-2.13.0/lanes")
