"""Which evidence a name asks for, and the one line for a name that has none."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from prose_world import World

from claims.engine.diff.sides import find_side
from claims.engine.errors import EngineError


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
    with pytest.raises(EngineError, match="written by a newer version of this project: schema 2") as caught:
        find_side(world.project, "2.13.0")
    assert (caught.value.code, caught.value.next) == (2, "git pull, to get the version that wrote it")
    assert path.read_bytes() == before
