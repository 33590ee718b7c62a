"""The pin moves to another build and back; reviews go with the claims whose evidence is the same."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from prose_world import BARE, BUILD, LANES, LOOP, World

from claims.engine.diff.classes import Class
from claims.engine.errors import EngineError
from claims.engine.gate import judge
from claims.engine.model import Build, Evidence, PlantResult, Plants, Value
from claims.engine.pin import move_pin, pyproject_with
from claims.engine.plants import Plant, kept
from claims.engine.project import Project
from claims.engine.review import check_review, read_review, record, suspects
from claims.engine.store import digest, read_plants, write_evidence, write_plants
from claims.engine.verdict import Kind

OTHER = Build("2.15.0", "f" * 40)
PYPROJECT = f"""\
[project]
name = "example"
torch = "not this one"

[tool.claims]
torch = "{BUILD.torch}"  # the pin
revision = "{BUILD.revision}"

[tool.other]
torch = "nor this one"
"""
PAGE = """\
# Lanes

The loop steps by [8](claim:lanes.float32#step) lanes.

The add runs in [one loop](claim:fusion.one-loop).
"""
WIDER = replace(LANES, values={**LANES.values, "step": Value("step", 16, "float32 lanes")})


@pytest.fixture
def world(tmp_path: Path) -> World:
    """Two claims that were reviewed; on the other build one's evidence is the same and the other's is not."""
    built = World.build(tmp_path)
    (tmp_path / "pyproject.toml").write_text(PYPROJECT, encoding="utf-8")
    built.page("article/lanes.md", PAGE)
    record(built.project, [built.claim("lanes.float32"), built.claim("fusion.one-loop")], built.prose)
    for evidence in (WIDER, LOOP, BARE):
        on_other(built, evidence)
    return built


def on_other(world: World, evidence: Evidence) -> None:
    folder = world.project.snippets / "torch-2.15.0" / evidence.claim.replace(".", "/", 1)
    write_evidence(folder, replace(evidence, build=OTHER))


def moved(world: World) -> World:
    """Return the world as the next command sees it."""
    return World(Project.find(world.project.root))


def test_only_changed_evidence_is_suspect(world: World) -> None:
    """Where the evidence is the same, the review counts on the new build; where it changed, the claim is suspect."""
    found = move_pin(world.project, "2.15.0")
    there = moved(world)
    assert there.project.pin == OTHER
    assert found.classes["lanes.float32"] is Class.VALUE
    assert "lanes.float32" in found.suspect and "fusion.one-loop" not in found.suspect
    findings = check_review(there.project, there.claims, there.prose)
    assert [(f.claim, f.kind) for f in findings] == [("lanes.float32", Kind.SUSPECT)]


def test_moving_back_is_the_same_command(world: World) -> None:
    """After a move there and back everything is as it was, to the byte, but for the reviews that each build keeps."""
    before = world.project.review.read_bytes()
    move_pin(world.project, "2.15.0")
    move_pin(moved(world).project, BUILD.torch)
    there = moved(world)
    assert there.project.pin == BUILD
    assert (world.project.root / "pyproject.toml").read_text(encoding="utf-8") == PYPROJECT
    assert world.project.review.read_bytes() == before
    assert check_review(there.project, there.claims, there.prose) == []


def test_what_was_reviewed_there_is_found_again(world: World) -> None:
    """A review made on the other build counts there after a move back and forth, and not here."""
    move_pin(world.project, "2.15.0")
    there = moved(world)
    record(there.project, [there.claim("lanes.float32")], there.prose)
    move_pin(there.project, BUILD.torch)
    here = moved(world)
    assert check_review(here.project, here.claims, here.prose) == []
    again = move_pin(here.project, "2.15.0")
    assert "lanes.float32" not in again.suspect
    there = moved(world)
    assert check_review(there.project, there.claims, there.prose) == []


def test_plants_are_carried_over_with_their_build(world: World) -> None:
    """Outcomes under plants count on the new build, marked with the build that they ran on, and are run again there."""
    claim = world.claim("lanes.float32")
    old = world.project.accepted / claim.folder
    new = world.project.snippets / "torch-2.15.0" / claim.folder
    planted = Plants(claim.digest, (("no-fusion", "0" * 64),), (PlantResult("no-fusion", "check", "no loop"),))
    write_plants(old, planted)
    move_pin(world.project, "2.15.0")
    assert read_plants(new) == replace(planted, ran_on=BUILD.torch)
    plant = Plant("no-fusion", "no fusion", "0" * 64)
    assert kept(planted, claim, {plant.name: plant}) and not kept(read_plants(new), claim, {plant.name: plant})
    move_pin(moved(world).project, BUILD.torch)
    assert read_plants(old) == planted, "on their own build they are what they were"


def test_what_ran_on_the_new_build_is_kept(world: World) -> None:
    """Outcomes of the new build itself are not replaced by those of the old one."""
    claim = world.claim("lanes.float32")
    new = world.project.snippets / "torch-2.15.0" / claim.folder
    for folder, name in ((world.project.accepted / claim.folder, "old"), (new, "new")):
        write_plants(folder, Plants(claim.digest, ((name, "0" * 64),), ()))
    move_pin(world.project, "2.15.0")
    assert read_plants(new) == Plants(claim.digest, (("new", "0" * 64),), ())


def test_the_reviewer_sees_both_builds(world: World) -> None:
    """A suspect shows the sentence and what changed from the build that it was reviewed on."""
    move_pin(world.project, "2.15.0")
    there = moved(world)
    (suspect,) = suspects(there.project, there.claims, there.prose)
    assert suspect.new == ("The loop steps by 8 lanes.",)
    assert suspect.diff.startswith("torch 2.13.0 → torch 2.15.0\nvalue changed:\n")
    assert "- [-8-] float32 lanes\n       + {+16+} float32 lanes" in suspect.diff


def test_a_review_that_was_stale_stays_so(world: World) -> None:
    """A claim that was suspect before the move is suspect after it, even where both builds agree."""
    world.accept(replace(LOOP, statement="Another statement."))
    on_other(world, replace(LOOP, statement="Another statement."))
    assert "fusion.one-loop" in move_pin(world.project, "2.15.0").suspect


def test_the_pin_itself(world: World) -> None:
    """Moving to the pinned build changes nothing."""
    before = world.project.review.read_bytes()
    found = move_pin(world.project, BUILD.torch)
    assert found.new == found.old == BUILD
    assert world.project.review.read_bytes() == before
    assert not (world.project.accepted / "review.json").exists()


@pytest.mark.parametrize("version", ["9.9.9", "recorded", "snippets"])
def test_no_such_build(world: World, version: str) -> None:
    """A build without evidence, and what is no build, are usage errors; nothing is changed."""
    before = world.project.review.read_bytes()
    with pytest.raises(EngineError) as caught:
        move_pin(world.project, version)
    assert caught.value.code == 2
    assert (world.project.root / "pyproject.toml").read_text(encoding="utf-8") == PYPROJECT
    assert world.project.review.read_bytes() == before


def test_a_pyproject_that_cannot_be_rewritten(world: World) -> None:
    """A table of another form is an error that says what it needs; reviews are as they were."""
    path = world.project.root / "pyproject.toml"
    path.write_text(f"[tool]\nclaims = {{torch = '{BUILD.torch}', revision = '{BUILD.revision}'}}\n", encoding="utf-8")
    before = read_review(world.project)
    with pytest.raises(EngineError, match=r"^pyproject\.toml: \[tool\.claims\] needs lines"):
        move_pin(world.project, "2.15.0")
    assert read_review(world.project) == before


def test_only_the_table_changes(world: World) -> None:
    """Comments and equal keys of other tables stay."""
    text = pyproject_with(world.project, OTHER)
    assert text == PYPROJECT.replace(BUILD.torch, "2.15.0").replace(BUILD.revision, "f" * 40)


def test_what_lies_in_a_devices_folder_moves_too(world: World) -> None:
    """Reviews and plants of a claim that requires a device are carried between its folders, and none is an orphan."""
    claim = world.claim("fusion.one-loop")
    script = claim.script.read_text(encoding="utf-8")
    claim.script.write_text(script.replace("\n\ndef", '\nRUN = Run(requires="cuda")\n\ndef'), encoding="utf-8")
    for build in (BUILD.torch, OTHER.torch):
        folder = world.project.snippets / f"torch-{build}-cuda"
        folder.mkdir()
        (world.project.snippets / f"torch-{build}" / "fusion").rename(folder / "fusion")
    here = world.project.accepted_folder(world.claim("fusion.one-loop"))
    planted = Plants(claim.digest, (("no-fusion", "0" * 64),), ())
    write_plants(here, planted)
    found = move_pin(world.project, "2.15.0")
    assert found.classes["fusion.one-loop"] is Class.UNCHANGED
    assert "fusion.one-loop" not in found.suspect
    there = moved(world)
    new = there.project.accepted_folder(there.claim("fusion.one-loop"))
    assert new.parent.parent.name == "torch-2.15.0-cuda"
    assert read_plants(new) == replace(planted, ran_on=BUILD.torch)
    assert read_review(there.project)["fusion.one-loop"].evidence == digest(new)
    findings = judge(there.project, there.claims, None).findings
    assert [f.where for f in findings if f.kind is Kind.ORPHAN_FOLDER] == []
