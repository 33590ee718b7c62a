"""The source that claims cite, in two installations."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from prose_world import LOOP

from claims.engine.diff.cited import CITED, cited_places, cited_sources, definition_at, keep_cited, sources
from claims.engine.model import Build, Check, Evidence
from claims.engine.project import Project
from claims.engine.store import write_evidence

SOURCE = "import math\n\n\n@cached\ndef tuned(a):\n    return a + {number}\n"


def citing(version: str, place: str) -> Evidence:
    check = Check("defined", True, f"found at {place}, twice: {place}")
    return replace(LOOP, build=Build(version, "0" * 40), checks={"defined": check})


def install(root: Path, version: str, text: str) -> Path:
    file = root / version / "torch" / "kernel" / "mm.py"
    file.parent.mkdir(parents=True)
    file.write_text(text, encoding="utf-8")
    named = f"__version__ = '{version}'\ngit_version = '{'0' * 40}'\n"
    (root / version / "torch" / "version.py").write_text(named, encoding="utf-8")
    return root / version


def test_places_are_read_out_of_what_was_found() -> None:
    """A place counts once, wherever the evidence names it."""
    assert cited_places(citing("2.13.0", "torch/kernel/mm.py:4")) == ["torch/kernel/mm.py:4"]


def test_a_definition_that_moved_and_changed(tmp_path: Path) -> None:
    """The definition is found on each side by that side's own line, and the diff is of the definition alone."""
    at_hand = {
        "2.13.0": install(tmp_path, "2.13.0", SOURCE.format(number=1)),
        "2.15.0": install(tmp_path, "2.15.0", "# moved\n" + SOURCE.format(number=2)),
    }
    old, new = citing("2.13.0", "torch/kernel/mm.py:4"), citing("2.15.0", "torch/kernel/mm.py:5")
    (source,) = cited_sources(old, new, at_hand)
    assert source.note == "2 lines changed"
    assert [line for line in source.lines if line[:1] in "+-"][2:] == ["-    return a + 1", "+    return a + 2"]


def test_a_definition_that_only_moved(tmp_path: Path) -> None:
    """Where the source is the same, there is a phrase and no diff."""
    at_hand = {
        "2.13.0": install(tmp_path, "2.13.0", SOURCE.format(number=1)),
        "2.15.0": install(tmp_path, "2.15.0", "# moved\n" + SOURCE.format(number=1)),
    }
    old, new = citing("2.13.0", "torch/kernel/mm.py:4"), citing("2.15.0", "torch/kernel/mm.py:5")
    (source,) = cited_sources(old, new, at_hand)
    assert (source.lines, source.note) == ((), "the same source, which moved")


def test_what_was_kept_needs_no_installation(tmp_path: Path) -> None:
    """Cited definitions lie in the build's folder; a diff finds them there, whatever is installed."""
    project = Project(tmp_path, Build("2.13.0", "0" * 40))
    for version, number in (("2.13.0", 1), ("2.15.0", 2)):
        folder = project.snippets / f"torch-{version}"
        write_evidence(folder / "fusion" / "one-loop", citing(version, "torch/kernel/mm.py:4"))
        keep_cited(folder, install(tmp_path, version, SOURCE.format(number=number)))
    at_hand = sources(project)
    old, new = citing("2.13.0", "torch/kernel/mm.py:4"), citing("2.15.0", "torch/kernel/mm.py:4")
    (source,) = cited_sources(old, new, at_hand)
    assert source.note == "2 lines changed"


def test_another_build_takes_nothing_away(tmp_path: Path) -> None:
    """Where another build is installed than the folder's, what was kept of the source stays as it is."""
    folder = tmp_path / "torch-2.13.0"
    write_evidence(folder / "fusion" / "one-loop", citing("2.13.0", "torch/kernel/mm.py:4"))
    keep_cited(folder, install(tmp_path, "2.13.0", SOURCE.format(number=1)))
    kept = (folder / CITED).read_bytes()
    keep_cited(folder, install(tmp_path, "2.15.0", SOURCE.format(number=2)))
    assert (folder / CITED).read_bytes() == kept and b"a + 1" in kept


def test_what_is_not_cited_is_not_kept(tmp_path: Path) -> None:
    """A build whose claims cite nothing has no such file."""
    folder = tmp_path / "torch-2.13.0"
    write_evidence(folder / "fusion" / "one-loop", LOOP)
    keep_cited(folder, install(tmp_path, "2.13.0", SOURCE.format(number=1)))
    assert [path.name for path in folder.iterdir()] == ["fusion"]


def test_a_build_that_is_not_installed() -> None:
    """Without the installation, and with nothing kept of it, there is no diff, and the phrase says so."""
    (source,) = cited_sources(citing("2.13.0", "torch/a.py:1"), citing("2.15.0", "torch/a.py:1"), {})
    assert source.note == "torch 2.13.0 is not installed here, and nothing of its source was kept"


def test_a_place_that_only_one_build_has(tmp_path: Path) -> None:
    """A definition that moved to another file is cited on each side alone."""
    notes = [s.note for s in cited_sources(citing("2.13.0", "torch/a.py:1"), citing("2.15.0", "torch/b.py:1"), {})]
    assert notes == ["cited on torch 2.15.0 alone", "cited on torch 2.13.0 alone"]


def test_no_definition_starts_there(tmp_path: Path) -> None:
    """A line within a function defines nothing; the first line stands for the whole file."""
    packages = install(tmp_path, "2.13.0", SOURCE.format(number=1))
    assert definition_at(packages, "torch/kernel/mm.py:6") is None
    assert definition_at(packages, "torch/kernel/gone.py:1") is None
    assert definition_at(packages, "torch/kernel/mm.py:1") == SOURCE.format(number=1)
