"""Records that are not what was written: whatever is wrong with one, the project's own error says so."""

from __future__ import annotations

import json
import math
import shutil
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from evidence_world import EVIDENCE, controls
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from ordering_world import ordering
from prose_world import BUILD

from claims.engine import store
from claims.engine.calibrations import read_calibration, write_calibration
from claims.engine.diff.cited import CITED, sources
from claims.engine.diff.entries import claim_diff
from claims.engine.diff.render import render
from claims.engine.diff.sides import find_side
from claims.engine.errors import EngineError
from claims.engine.model import PlantResult, Plants
from claims.engine.project import Project
from claims.engine.references import Prose
from claims.engine.review import Reviewed, fingerprint, read_review, write_reviews
from claims.engine.timing.margins import Calibration

FULL = replace(EVIDENCE, orderings={"eager over compiled": ordering(moves=(64, 32))})
PLACE = Path("snippets", "torch-2.13.0", "lanes", "float32")
ENDED = PLACE.with_name("ended")
#: Each record, and what reads it from the folder that it lies in.
READERS: dict[str, Callable[[Path], object]] = {
    store.EVIDENCE: store.read_evidence,
    store.MEASUREMENTS: store.read_evidence,
    store.CONTROLS: store.read_controls,
    store.PLANTS: store.read_plants,
    store.CALIBRATION: read_calibration,
    store.ENDED: store.read_ended,
    CITED: lambda folder: sources(Project(folder.parents[1], BUILD)),
}
#: Of each JSON type one, so that every value can be made one of another type.
OTHERS = (None, True, 7, 10**400, 0.5, "word", "", [], [[1]], {}, {"a": 1})


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A project with one record of each kind. Not to be changed."""
    root = tmp_path_factory.mktemp("whole")
    folder = root / PLACE
    store.write_evidence(folder, FULL)
    store.write_controls(folder, controls())
    store.write_plants(folder, Plants("d1", (("no-fusion", "0" * 16),), (PlantResult("no-fusion", "check", "2"),)))
    write_calibration(folder, {"eager over compiled": Calibration("ordering", 1.41, {"a processor": (2.0, 1.9, 2.1)})})
    store.write_ended(root / ENDED, "crashed", "SIGSEGV")
    store.write_text(root / PLACE.parents[1] / CITED, store.dumps({"torch/_inductor/ir.py:7": "def f():\n    pass"}))
    shutil.copytree(root / PLACE.parents[1], root / "snippets" / "torch-2.15.0")
    return root


def record_of(root: Path, name: str) -> Path:
    """Return where the record of that name lies."""
    folder = {store.ENDED: ENDED, CITED: PLACE.parents[1]}.get(name, PLACE)
    return root / folder / name


def places(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """Yield the way to every value within a record, outermost first."""
    yield path
    items = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, inner in items:
        yield from places(inner, (*path, key))


def at(value: Any, path: tuple[Any, ...]) -> Any:
    for key in path:
        value = value[key]
    return value


@st.composite
def damaged(draw: st.DrawFn, record: dict[str, Any]) -> str:
    """Draw the text of a record with one thing wrong: a key or an item less or more, another type, no JSON, NaN."""
    found = json.loads(json.dumps(record))
    path = draw(st.sampled_from(list(places(found))))
    value, text = at(found, path), store.dumps(found)
    how = draw(st.sampled_from(["drop", "change", "append", "cut", "NaN"]))
    if how == "cut":
        return text[: draw(st.integers(0, len(text) - 3))]
    if how == "append" and isinstance(value, list):
        value.append(draw(st.sampled_from([*value, *OTHERS])))
    elif how == "append" and isinstance(value, dict):
        value["more"] = draw(st.sampled_from([*value.values(), *OTHERS]))
    elif path:
        outer = at(found, path[:-1])
        if how == "drop":
            del outer[path[-1]]
        else:
            outer[path[-1]] = math.nan if how == "NaN" else draw(st.sampled_from(OTHERS))
    return store.dumps(found)


@pytest.mark.parametrize("name", READERS)
@settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(drawn=st.data())
def test_a_damaged_record(name: str, whole: Path, tmp_path: Path, drawn: st.DataObject) -> None:
    """A record with one thing wrong is read, or is torn evidence at its own path; a diff of it ends in no traceback."""
    root = tmp_path / "project"
    shutil.rmtree(root, ignore_errors=True)
    shutil.copytree(whole, root)
    file = record_of(root, name)
    file.write_text(drawn.draw(damaged(json.loads(file.read_text(encoding="utf-8")))), encoding="utf-8")
    try:
        READERS[name](file.parent)
    except store.TornEvidence as error:
        assert error.path == file or (name == store.EVIDENCE and error.path.parent == file.parent)
        assert error.why
    project = Project(root, BUILD)
    try:
        diff = claim_diff(find_side(project, "2.13.0"), find_side(project, "2.15.0"), Prose((), (), ()))
        for form in ("text", "markdown", "json"):
            render(diff, form)
    except EngineError as error:
        assert str(root) not in error.message


@pytest.mark.parametrize(
    ("name", "path", "found", "why"),
    [
        (store.MEASUREMENTS, ("eager over compiled", "looks", 0, "counts", 0), [11, 0, 3], "2 items are expected"),
        (store.MEASUREMENTS, ("eager over compiled", "low"), "1.9", "it is str"),
        (store.MEASUREMENTS, ("eager over compiled", "high"), 10**400, "it is int"),
        (store.MEASUREMENTS, ("eager over compiled", "slower"), "eager", "slower is declared, not measured"),
        (store.MEASUREMENTS, ("time", "p50"), math.nan, "NaN is no figure"),
        (store.MEASUREMENTS, ("time", "more"), 1, "more is unknown"),
        (store.EVIDENCE, ("schema",), "two", "schema: a number is expected, and it is str"),
        (store.EVIDENCE, ("statement",), 5, "statement: str is expected, and it is int"),
        (store.EVIDENCE, ("checks", "one store", "depends"), ["weather"], "nothing depends on 'weather'"),
        (store.EVIDENCE, ("orderings", "eager over compiled", "kind"), "guess", "'guess' is not a valid Kind"),
        (store.CONTROLS, ("results", 0, "failed_as_named"), 1, "bool is expected, and it is int"),
        (store.PLANTS, ("plants", 0), ["no-fusion", "0", "1"], "2 items are expected, and there are 3"),
        (store.CALIBRATION, ("eager over compiled", "margin"), None, "float is expected, and it is NoneType"),
        (store.ENDED, ("outcome",), 1, "str is expected, and it is int"),
        (CITED, ("torch/_inductor/ir.py:7",), 7, "str is expected, and it is int"),
    ],
)
def test_what_is_wrong_is_said(
    name: str, path: tuple[Any, ...], found: Any, why: str, whole: Path, tmp_path: Path
) -> None:
    """The error names the damaged file and what is wrong in it."""
    root = tmp_path / "project"
    shutil.copytree(whole, root)
    file = record_of(root, name)
    record = json.loads(file.read_text(encoding="utf-8"))
    at(record, path[:-1])[path[-1]] = found
    file.write_text(store.dumps(record), encoding="utf-8")
    with pytest.raises(store.TornEvidence) as caught:
        READERS[name](file.parent)
    assert caught.value.path == file
    assert why in caught.value.why


@pytest.mark.parametrize("name", READERS)
@pytest.mark.parametrize("text", ["", "[]", "null", "{", "[" * 100_000, '{"a": ' + "9" * 5000 + "}"], ids=range(6))
def test_what_is_no_record(name: str, text: str, whole: Path, tmp_path: Path) -> None:
    """Nothing, another JSON type, a part of JSON, and what nests or counts too far, are torn evidence."""
    root = tmp_path / "project"
    shutil.copytree(whole, root)
    file = record_of(root, name)
    file.write_text(text, encoding="utf-8")
    with pytest.raises(store.TornEvidence) as caught:
        READERS[name](file.parent)
    assert caught.value.path == file


def test_every_record_is_read_back(whole: Path) -> None:
    """The records that these tests damage are sound before."""
    assert store.read_evidence(whole / PLACE) == FULL
    assert all(reader(record_of(whole, name).parent) for name, reader in READERS.items())


@settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(drawn=st.data())
def test_damaged_reviews(tmp_path: Path, drawn: st.DataObject) -> None:
    """Reviews with one thing wrong are read, or end in one line that names the file."""
    project, sentence = Project(tmp_path, BUILD), "The loop takes 8 floats."
    write_reviews(project.review, {"lanes.float32": Reviewed("e" * 64, {fingerprint(sentence): sentence})})
    record = json.loads(project.review.read_text(encoding="utf-8"))
    project.review.write_text(drawn.draw(damaged(record)), encoding="utf-8")
    try:
        read_review(project)
    except EngineError as error:
        assert error.message.startswith("snippets/review.json: ")
        assert error.next == "git checkout -- snippets/review.json"
