"""Evidence on disk: whole or not at all, readable in a diff, the same when read back."""

from __future__ import annotations

import json
import os
import re
import shutil
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from evidence_world import EVIDENCE, LOOP, any_evidence, controls
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from claims.engine import store
from claims.engine.errors import EngineError
from claims.engine.model import Evidence

TORN = sorted(Path(__file__).parents[1].joinpath("cases", "torn").glob("*.json"))
_json = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(st.characters(exclude_categories=["Cs"]), max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text("abc", max_size=3), inner, max_size=3),
    max_leaves=8,
)


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(evidence=any_evidence)
@example(evidence=replace(EVIDENCE, excerpts={"loop.cpp": replace(LOOP, text="a\r\nb\rc\x0c\n")}))
def test_evidence_is_read_back_as_it_was_written(tmp_path: Path, evidence: Evidence) -> None:
    """Whatever evidence is written, the same is read, down to types and line endings."""
    folder = tmp_path / "folder"
    shutil.rmtree(folder, ignore_errors=True)
    store.write_evidence(folder, evidence)
    back = store.read_evidence(folder)
    assert back == evidence
    assert repr(back.values) == repr(dict(sorted(evidence.values.items())))


@given(value=_json)
def test_json_has_sorted_keys_and_a_value_a_line(value: Any) -> None:
    """JSON reads back, its keys are sorted, no line holds more than one value, and a newline ends it."""
    text = store.dumps(value)
    assert json.loads(text) == value
    assert text.endswith("\n")
    # Split at "\n" alone: JSON leaves other line ends, such as U+0085, inside a string.
    for line in text.rstrip("\n").split("\n") if "\\" not in text else []:
        stripped = line.strip().rstrip(",")
        assert stripped in "{}[]" or stripped[-1:] in "{[" or _values_in(stripped) == 1
    assert text == store.dumps(json.loads(text, object_pairs_hook=lambda pairs: dict(reversed(pairs))))


def _values_in(line: str) -> int:
    value = json.loads(f"{{{line}}}" if line.startswith('"') and '": ' in line else line)
    return len(value) if isinstance(value, dict) and value else 1


def test_no_evidence_is_none(tmp_path: Path) -> None:
    """A folder without evidence, or no folder, is no evidence; neither are controls that never ran."""
    assert store.read_evidence(tmp_path) is None
    assert store.read_evidence(tmp_path / "nowhere") is None
    assert store.read_controls(tmp_path) is None


def test_controls_are_read_back(tmp_path: Path) -> None:
    """The outcomes of controls are read as they were written."""
    store.write_controls(tmp_path, controls())
    assert store.read_controls(tmp_path) == controls()


@pytest.mark.parametrize("case", TORN, ids=lambda path: path.stem)
def test_a_torn_record(case: Path, tmp_path: Path) -> None:
    """evidence.json that is not what was written is torn evidence, with the file and the reason."""
    shutil.copy(case, tmp_path / "evidence.json")
    with pytest.raises(store.TornEvidence) as caught:
        store.read_evidence(tmp_path)
    assert caught.value.path == tmp_path / "evidence.json"
    assert caught.value.why


@pytest.mark.parametrize("text", ["", "[]", '{"script": 1}', '{"script": "d", "results": [1]}', '{"results": []}'])
def test_torn_controls(tmp_path: Path, text: str) -> None:
    """controls.json that is not what was written is torn evidence too."""
    (tmp_path / "controls.json").write_text(text, encoding="utf-8")
    with pytest.raises(store.TornEvidence):
        store.read_controls(tmp_path)


def test_an_excerpt_that_is_no_text(tmp_path: Path) -> None:
    """An excerpt that cannot be read as UTF-8 is torn evidence at the excerpt's path."""
    store.write_evidence(tmp_path, EVIDENCE)
    (tmp_path / "loop.cpp").write_bytes(b"\xff")
    with pytest.raises(store.TornEvidence) as caught:
        store.read_evidence(tmp_path)
    assert caught.value.path == tmp_path / "loop.cpp"


def test_a_failed_write_changes_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where the disk is full, the file that was there stays whole, nothing else appears, and the error says so."""
    path = tmp_path / "file.json"
    store.write_text(path, "old")

    def full(_: int) -> None:
        raise OSError(28, os.strerror(28))

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(EngineError) as caught:
        store.write_text(path, "new")
    assert caught.value.message == f"{path}: cannot be written: No space left on device; nothing was changed"
    assert (caught.value.next, caught.value.code) == ("free space on that disk, then run again", 3)
    assert [p.name for p in tmp_path.iterdir()] == ["file.json"]
    assert path.read_text(encoding="utf-8") == "old"


def test_the_hash_of_a_folder(tmp_path: Path) -> None:
    """The hash of reviewed evidence moves with every artifact and not with measurements or controls."""
    store.write_evidence(tmp_path, EVIDENCE)
    before = store.digest(tmp_path)
    store.write_controls(tmp_path, controls(failed=False))
    store.write_text(tmp_path / "measurements.json", "{}")
    assert store.digest(tmp_path) == before
    moved = replace(LOOP, whole=LOOP.whole + "\n")
    store.write_evidence(tmp_path, replace(EVIDENCE, excerpts={"loop.cpp": moved}))
    assert store.digest(tmp_path) != before


class Killed(BaseException):
    """Stands for kill -9: no handler of the code under test sees it."""


@pytest.mark.parametrize("steps", range(4))
def test_a_folder_is_replaced_whole(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, steps: int) -> None:
    """Killed after any step of replacing a folder, recovery leaves the old or the new one and nothing else."""
    source, target = tmp_path / "source", tmp_path / "build" / "lanes" / "float32"
    store.write_evidence(target, EVIDENCE)
    new = replace(EVIDENCE, statement="Another.")
    store.write_evidence(source, new)
    left = [steps]

    def counted(function: Any) -> Any:
        def wrapped(*arguments: Any, **named: Any) -> Any:
            if left[0] == 0:
                raise Killed
            left[0] -= 1
            return function(*arguments, **named)

        return wrapped

    monkeypatch.setattr(shutil, "copytree", counted(shutil.copytree))
    monkeypatch.setattr(Path, "rename", counted(Path.rename))
    if steps < 3:
        with pytest.raises(Killed):
            store.replace_folder(source, target)
    else:
        store.replace_folder(source, target)
    monkeypatch.undo()
    store.recover(tmp_path / "build")
    assert store.read_evidence(target) == (new if steps == 3 else EVIDENCE)
    assert [path.name for path in target.parent.iterdir()] == ["float32"]


def test_a_folder_that_cannot_be_replaced_stays(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where the new folder cannot be put in place, the old one is, and the error names it."""
    source, target = tmp_path / "source", tmp_path / "build" / "lanes" / "float32"
    store.write_evidence(target, EVIDENCE)
    store.write_evidence(source, EVIDENCE)
    rename = Path.rename

    def refuse(self: Path, other: Path) -> Path:
        if self.name.endswith(".incoming"):
            raise OSError(30, os.strerror(30))
        return rename(self, other)

    monkeypatch.setattr(Path, "rename", refuse)
    with pytest.raises(EngineError, match="Read-only file system"):
        store.replace_folder(source, target)
    assert store.read_evidence(target) == EVIDENCE
    assert [path.name for path in target.parent.iterdir()] == ["float32"]


def test_recovery_of_nothing(tmp_path: Path) -> None:
    """Where nothing was ever accepted there is nothing to recover, and no folder is made."""
    store.recover(tmp_path / "nowhere")
    assert not (tmp_path / "nowhere").exists()


def test_what_was_touched_is_put_back(tmp_path: Path) -> None:
    """Files changed, added, removed or replaced by a link are as before, and named; empty folders go."""
    folder, outside = tmp_path / "accepted", tmp_path / "outside"
    outside.write_text("outside", encoding="utf-8")
    for name in ("a/x/1", "a/x/2", "a/y/3", "a/y/4"):
        store.write_text(folder / name, name)
    before = store.snapshot(folder)
    (folder / "a/x/1").write_text("changed", encoding="utf-8")
    shutil.rmtree(folder / "a/y")
    store.write_text(folder / "b/new/deep/5", "new")
    (folder / "c/empty").mkdir(parents=True)
    (folder / "a/x/2").unlink()
    (folder / "a/x/2").symlink_to(outside)
    touched = store.restore(folder, before)
    assert [p.relative_to(folder).as_posix() for p in touched] == ["a/x/1", "a/x/2", "a/y/3", "a/y/4", "b/new/deep/5"]
    assert store.snapshot(folder) == before
    assert sorted(p.name for p in folder.iterdir()) == ["a"]
    assert not (folder / "a/x/2").is_symlink()
    assert outside.read_text(encoding="utf-8") == "outside"
    assert store.restore(folder, before) == []


def test_evidence_folders(tmp_path: Path) -> None:
    """The evidence folders of a build are those two levels down; half copies and files are none."""
    for name in ("lanes/one", "lanes/.two.incoming", "fusion/three"):
        (tmp_path / name).mkdir(parents=True)
    (tmp_path / "README").touch()
    assert [p.relative_to(tmp_path).as_posix() for p in store.evidence_folders(tmp_path)] == [
        "fusion/three",
        "lanes/one",
    ]
    assert store.evidence_folders(tmp_path / "nowhere") == []


def test_no_path_of_the_machine_is_stored(tmp_path: Path) -> None:
    """Stored evidence holds neither the folder it lies in nor a host name."""
    store.write_evidence(tmp_path / "folder", EVIDENCE)
    text = "".join(path.read_text(encoding="utf-8") for path in (tmp_path / "folder").iterdir())
    assert str(tmp_path) not in text
    assert os.uname().nodename not in text


def test_no_accepted_file_holds_a_path_of_a_machine() -> None:
    """What lies in the repository's snippets/ names no folder of the machine that it was made on."""
    root = Path(__file__).resolve().parents[2]
    place = re.compile(rb"(?<![\w{}.])/(?:home|root|tmp|work|usr/lib/python|Users)/[\w.]")
    files = [path for path in (root / "snippets").rglob("*") if path.is_file()]
    assert files
    assert [path.relative_to(root).as_posix() for path in files if place.search(path.read_bytes())] == []
