"""Another build beside the pinned one, with a pip and a run that are pretended: what is made, kept, reused, removed."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from pathlib import Path

import pytest
from click.testing import CliRunner
from prose_world import BUILD, LANES, LOOP, PROFILE, World

from claims.engine import store
from claims.engine.build_commands import upgrade as command
from claims.engine.diff.cited import CITED
from claims.engine.diff.sides import find_side
from claims.engine.errors import EngineError
from claims.engine.model import REQUIREMENTS, Attempt, Build, Check, Claim, Evidence, Outcome
from claims.engine.notebook import NOTEBOOK
from claims.engine.project import Project
from claims.engine.runs import Runs, keep_runs
from claims.engine.upgrade import upgrade as upgrading
from claims.engine.upgrade.checkout import checkout_folder, lay_out
from claims.engine.upgrade.environment import Environment, Tools, constraints, make_environment, pip_install
from claims.engine.upgrade.upgrade import Run, remove, upgrade, versions_at_hand
from claims.engine.workspace import exclusive

OTHER = Build("2.15.0", "f" * 40)
PYPROJECT = f'[tool.claims]\ntorch = "{BUILD.torch}"\nrevision = "{BUILD.revision}"\n'


class FakePip:
    """Installs a version file and nothing else, or says why not."""

    def __init__(self, why: str = "", version: str = "") -> None:
        self.why, self.version = why, version
        self.calls: list[list[str]] = []

    def install(self, folder: Path, arguments: list[str]) -> str:
        self.calls.append(arguments)
        asked = next(word.removeprefix("torch==") for word in arguments if word.startswith("torch=="))
        file = folder / "lib" / "python3.11" / "site-packages" / "torch" / "version.py"
        file.parent.mkdir(parents=True)
        text = f"__version__ = '{self.version or asked}+cpu'\ngit_version = '{OTHER.revision}'\n"
        file.write_text(text, encoding="utf-8")
        return self.why

    @property
    def tools(self) -> Tools:
        return Tools(lambda folder: folder.mkdir(parents=True), self.install)


@pytest.fixture
def world(tmp_path: Path) -> World:
    built = World.build(tmp_path)
    files = {
        "pyproject.toml": PYPROJECT,
        "constraints.txt": "click==8.0\ntorch==2.13.0\ntorchgen==1\n",
        "requirements.txt": "click\n",
    }
    for name, text in files.items():
        (tmp_path / name).write_text(text, encoding="utf-8")
    built.project.build.mkdir()
    return built


def quiet(_: str) -> None:
    """Say nothing."""


def ran(evidence: dict[str, Evidence], ended: dict[str, str] | None = None) -> Run:
    """Return a run that leaves this evidence, and claims that raised."""

    def attempt(claim: Claim) -> Attempt:
        found, why = evidence.get(claim.id), (ended or {}).get(claim.id, "")
        outcome = Outcome.RAISED if why else Outcome.FINISHED
        found = replace(found, build=OTHER) if found else None
        return Attempt(claim.id, outcome, why, 1.0, found, nonce="n1")

    def run(environment: Environment, there: Project, options: list[str]) -> None:
        assert options[0] == "--controls"
        claims = World(there).claims
        attempts = {claim.id: attempt(claim) for claim in claims}
        keep_runs(there, claims, Runs("n1", environment.build, PROFILE, attempts, {}, {}))

    return run


def tree(folder: Path) -> dict[str, bytes]:
    return {p.relative_to(folder).as_posix(): p.read_bytes() for p in sorted(folder.rglob("*")) if p.is_file()}


def test_what_the_claims_found_is_kept(world: World) -> None:
    """Evidence lies in the build's own folder; a claim that ended without any says how; nothing is accepted."""
    accepted = tree(world.project.accepted)
    pip = FakePip()
    run = ran({"lanes.float32": LANES, "fusion.one-loop": LOOP}, {"guide.new": "AttributeError: no such name\nat …"})
    done = upgrade(world.project, world.claims, "2.15.0", (), quiet, tools=pip.tools, run=run)
    assert done.build == OTHER
    target = world.project.snippets / "torch-2.15.0"
    found = store.read_evidence(target / "lanes" / "float32")
    assert found is not None and (found.build, found.values) == (OTHER, LANES.values)
    assert store.read_ended(target / "guide" / "new") == "raised an exception: AttributeError: no such name"
    assert not list(target.rglob("run.json"))
    assert tree(world.project.accepted) == accepted


def test_a_script_that_raised_after_a_failing_check(world: World) -> None:
    """What it had found refutes its claim on that build and is kept; a script that raised before has no evidence."""
    failed = replace(LANES, checks={"wide": Check("wide", False, "8")})
    raised = {"lanes.float32": "ExcerptError: no line", "fusion.one-loop": "ExcerptError: no line"}
    run = ran({"lanes.float32": failed, "fusion.one-loop": LOOP}, raised)
    done = upgrade(world.project, world.claims, "2.15.0", (), quiet, tools=FakePip().tools, run=run)
    assert done.kept.evidence == ("lanes.float32",)
    found = store.read_evidence(world.project.snippets / "torch-2.15.0" / "lanes" / "float32")
    assert found is not None and [check.name for check in found.failed] == ["wide"]
    assert done.kept.ended["fusion.one-loop"] == "raised an exception: ExcerptError: no line"


def test_twice_is_the_same(world: World) -> None:
    """A second upgrade reuses the environment and leaves the same files, to the byte."""
    pip, run = FakePip(), ran({"lanes.float32": LANES, "fusion.one-loop": LOOP})
    said: list[str] = []
    upgrade(world.project, world.claims, "2.15.0", (), said.append, tools=pip.tools, run=run)
    first = tree(world.project.snippets)
    upgrade(world.project, world.claims, "2.15.0", (), said.append, tools=pip.tools, run=run)
    assert tree(world.project.snippets) == first
    assert len(pip.calls) == 1
    assert said[-1] == "environment of torch 2.15.0: reused, build/envs/torch-2.15.0"


def test_other_packages_make_another_environment(world: World) -> None:
    """An environment that was made from other lists of packages is made anew."""
    pip = FakePip()
    make_environment(world.project, "2.15.0", quiet, pip.tools)
    (world.project.root / "requirements.txt").write_text("click\nrich\n", encoding="utf-8")
    assert not make_environment(world.project, "2.15.0", quiet, pip.tools).reused
    assert len(pip.calls) == 2


def test_everything_but_torch_is_constrained(world: World) -> None:
    """The pinned versions of all other packages hold there too; the pin of torch itself does not."""
    assert constraints(world.project) == "click==8.0\ntorchgen==1\n"
    pip = FakePip()
    make_environment(world.project, "2.15.0", quiet, pip.tools)
    (arguments,) = pip.calls
    assert arguments[2:] == ["torch==2.15.0", "-r", str(world.project.root / "requirements.txt")]


@pytest.mark.parametrize(
    ("pip", "why"),
    [
        (
            FakePip("No matching distribution found for torch==2.15.0"),
            "No matching distribution found for torch==2.15.0",
        ),
        (FakePip(version="2.14.0"), "pip installed torch 2.14.0 (ffffffff)"),
    ],
    ids=["no such version", "another version"],
)
def test_a_version_that_does_not_install(world: World, pip: FakePip, why: str) -> None:
    """One line says why, the exit code is 2, and no file is left behind but the lock's."""
    before = tree(world.project.root)
    with pytest.raises(EngineError) as caught:
        upgrade(world.project, world.claims, "2.15.0", (), quiet, tools=pip.tools, run=ran({}))
    assert caught.value.message == f"torch 2.15.0 cannot be installed: {why}; nothing was left behind"
    assert caught.value.code == 2
    assert tree(world.project.root) == before | {"build/envs/torch-2.15.0.lock": b""}
    assert not (world.project.envs / "torch-2.15.0").exists()


def test_an_interrupted_installation(world: World) -> None:
    """Ctrl-C during the installation leaves no environment, so that the next try starts anew."""

    def interrupted(folder: Path, arguments: list[str]) -> str:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        make_environment(world.project, "2.15.0", quiet, Tools(lambda folder: folder.mkdir(parents=True), interrupted))
    assert not (world.project.envs / "torch-2.15.0").exists()


def test_a_run_that_leaves_nothing(world: World) -> None:
    """Where no claim ran, earlier evidence of that build is as it was."""
    upgrade(world.project, world.claims, "2.15.0", (), quiet, tools=FakePip().tools, run=ran({"lanes.float32": LANES}))
    before = tree(world.project.snippets)
    (world.project.build / "upgrades" / "torch-2.15.0" / "build" / "fresh" / "run.json").unlink()
    with pytest.raises(EngineError, match=r"^no claim ran on torch 2\.15\.0 \(ffffffff\)"):
        upgrade(world.project, world.claims, "2.15.0", (), quiet, tools=FakePip().tools, run=lambda *_: None)
    assert tree(world.project.snippets) == before


def test_some_claims_only(world: World) -> None:
    """An upgrade of one claim leaves the evidence of the others on that build alone."""
    both = ran({"lanes.float32": LANES, "fusion.one-loop": LOOP})
    upgrade(world.project, world.claims, "2.15.0", (), quiet, tools=FakePip().tools, run=both)
    moved = ran(
        {"lanes.float32": replace(LANES, statement="Anew."), "fusion.one-loop": replace(LOOP, statement="Anew.")}
    )
    upgrade(world.project, world.claims, "2.15.0", ("lanes",), quiet, tools=FakePip().tools, run=moved)
    target = world.project.snippets / "torch-2.15.0"
    kept = {claim: store.read_evidence(target / claim) for claim in ("lanes/float32", "fusion/one-loop")}
    assert [e.statement for e in kept.values() if e] == ["Anew.", LOOP.statement]


def test_margins_go_there_and_back(world: World) -> None:
    """Orderings are held against the margins accepted here, which lie beside what was found there."""
    claim = world.claim("lanes.float32")
    store.write_text(world.project.accepted_folder(claim) / store.CALIBRATION, "{}\n")
    seen: list[bool] = []

    def run(environment: Environment, there: Project, options: list[str]) -> None:
        seen.append((there.accepted_folder(claim) / store.CALIBRATION).is_file())
        ran({"lanes.float32": LANES})(environment, there, options)

    upgrade(world.project, world.claims, "2.15.0", (), quiet, tools=FakePip().tools, run=run)
    assert seen == [True]
    assert (world.project.snippets / "torch-2.15.0" / claim.folder / store.CALIBRATION).is_file()


def test_the_notebook_goes_there(world: World) -> None:
    """Claims that run the guide's cells find its notebook in the checkout of the other build."""
    source = world.project.docs / NOTEBOOK
    store.write_text(source, "{}")
    there = lay_out(world.project, world.claims, OTHER)
    assert (there.docs / NOTEBOOK).read_text(encoding="utf-8") == "{}"


def test_the_pin_is_not_upgraded_to(world: World) -> None:
    """The pinned build's evidence is accepted by people and never overwritten."""
    before = tree(world.project.snippets)
    with pytest.raises(EngineError, match="is the pinned build") as caught:
        upgrade(world.project, world.claims, BUILD.torch, (), quiet, tools=FakePip().tools, run=ran({}))
    assert caught.value.code == 2
    assert tree(world.project.snippets) == before


@pytest.mark.parametrize("version", ["", "latest", "2.15", "../2.15.0", "2.15.0; rm"])
def test_what_is_no_version(world: World, version: str) -> None:
    """Words that are no version never become a folder or an argument of pip."""
    pip = FakePip()
    with pytest.raises(EngineError, match="is no version of PyTorch"):
        upgrade(world.project, world.claims, version, (), quiet, tools=pip.tools, run=ran({}))
    assert pip.calls == []


def test_remove(world: World) -> None:
    """Environment and checkout go, evidence stays; a second time there is nothing to remove."""
    upgrade(world.project, world.claims, "2.15.0", (), quiet, tools=FakePip().tools, run=ran({"lanes.float32": LANES}))
    assert versions_at_hand(world.project) == ["2.15.0"]
    assert remove(world.project, "2.15.0") == ["build/envs/torch-2.15.0", "build/upgrades/torch-2.15.0"]
    assert remove(world.project, "2.15.0") == []
    assert (world.project.snippets / "torch-2.15.0" / "lanes" / "float32" / "evidence.json").is_file()


def test_the_last_error_of_pip(tmp_path: Path) -> None:
    """Of all that pip prints when it fails, the last line marked as an error is the reason."""
    python = tmp_path / "bin" / "python"
    python.parent.mkdir()
    python.write_text(
        "#!/bin/sh\necho 'Collecting torch'\necho 'ERROR: first' >&2\necho 'ERROR: No matching distribution' >&2\n"
        "echo 'WARNING: new pip' >&2\nexit 1\n",
        encoding="utf-8",
    )
    python.chmod(0o755)
    assert pip_install(tmp_path, ["torch==9.9.9"]) == "No matching distribution"


def test_the_record_of_a_claim_that_ended(tmp_path: Path) -> None:
    """How a claim ended is one line, and a folder that holds nothing says nothing."""
    store.write_ended(tmp_path, "crashed", "")
    assert store.read_ended(tmp_path) == "crashed"
    assert json.loads((tmp_path / store.ENDED).read_text(encoding="utf-8")) == {"detail": "", "outcome": "crashed"}
    assert store.read_ended(tmp_path / "nothing") == ""


ON_DEVICE = Evidence("gpu.generated", "On a device it is one kernel.", BUILD, replace(PROFILE, gpu="a device"))
ON_DEVICE = replace(ON_DEVICE, checks={"one kernel": Check("one kernel", True, "torch/_inductor/ir.py:1")})
SCRIPT = '"""On a device it is one kernel."""\n\nRUN = Run(requires="cuda")\n\n\ndef collect(evidence):\n    pass\n'


@pytest.fixture
def gpu(world: World) -> World:
    """The world with a claim that requires a device."""
    script = world.project.scripts / "article" / "gpu" / "generated.py"
    script.parent.mkdir()
    script.write_text(SCRIPT, encoding="utf-8")
    return world


def without_device(environment: Environment, there: Project, options: list[str]) -> None:
    """Leave what a run on a machine without a device leaves."""
    ran({"lanes.float32": LANES})(environment, there, options)
    claim = World(there).claim("gpu.generated")
    keep_runs(
        there, [claim],
        Runs("n1", environment.build, PROFILE, {
            claim.id: Attempt(claim.id, Outcome.NOT_RUN, REQUIREMENTS["cuda"], 0.0, None, nonce="n1")
        }, {}, {}),
    )  # fmt: skip


def upgraded(world: World, run: Run, ids: tuple[str, ...] = ()) -> upgrading.Upgrade:
    return upgrade(world.project, world.claims, "2.15.0", ids, quiet, tools=FakePip().tools, run=run)


with_device = ran({"lanes.float32": LANES, "gpu.generated": ON_DEVICE})
DEVICE_PLACE = Path("torch-2.15.0-cuda", "gpu", "generated")
OWN_PLACE = Path("torch-2.15.0", "gpu", "generated")


def test_evidence_from_a_device(gpu: World) -> None:
    """It lies where the pinned build would have it, the diff reads it there, and no word says that it was not run."""
    upgraded(gpu, without_device)
    snippets = gpu.project.snippets
    assert store.read_ended(snippets / OWN_PLACE) == "not run: no CUDA device"
    assert not (snippets / "torch-2.15.0-cuda").exists()
    upgraded(gpu, with_device)
    there = Project(gpu.project.root, OTHER)
    assert there.accepted_folder(gpu.claim("gpu.generated")) == snippets / DEVICE_PLACE
    assert not (snippets / OWN_PLACE).exists()
    side = find_side(gpu.project, "2.15.0")
    assert side.evidence["gpu.generated"] == replace(ON_DEVICE, build=OTHER)
    assert "gpu.generated" not in side.ended
    assert side.place("gpu.generated") == snippets / DEVICE_PLACE


def test_evidence_from_a_device_elsewhere(gpu: World) -> None:
    """An upgrade on a machine without the device leaves what another machine found on one."""
    upgraded(gpu, with_device)
    before = tree(gpu.project.snippets)
    done = upgraded(gpu, without_device)
    assert done.kept.ended["gpu.generated"] == "not run: no CUDA device"
    kept = {k: v for k, v in tree(gpu.project.snippets).items() if "gpu" in k}
    assert kept and kept == {k: v for k, v in before.items() if "gpu" in k}


def test_a_device_claim_that_is_gone(gpu: World) -> None:
    """The evidence of a claim whose script is gone, or that requires no device any more, goes from its folder."""
    upgraded(gpu, with_device)
    script = gpu.project.scripts / "article" / "gpu" / "generated.py"
    script.write_text(SCRIPT.replace('RUN = Run(requires="cuda")\n', ""), encoding="utf-8")
    upgraded(gpu, with_device)
    assert not (gpu.project.snippets / DEVICE_PLACE).exists()
    assert store.read_evidence(gpu.project.snippets / OWN_PLACE) is not None


def test_source_that_a_device_claim_cites(gpu: World) -> None:
    """What it cites of PyTorch is kept with what the other claims cite."""

    def run(environment: Environment, there: Project, options: list[str]) -> None:
        source = environment.folder / "lib" / "python3.11" / "site-packages" / "torch" / "_inductor" / "ir.py"
        store.write_text(source, "def lowered():\n    pass\n")
        with_device(environment, there, options)

    upgraded(gpu, run)
    kept = json.loads((gpu.project.snippets / "torch-2.15.0" / CITED).read_text(encoding="utf-8"))
    assert kept == {"torch/_inductor/ir.py:1": "def lowered():\n    pass"}


@pytest.mark.parametrize("ids", [("gpu.generated",), ("lanes", "gpu"), ()], ids=["one", "two", "all"])
def test_the_command_without_a_device(gpu: World, ids: tuple[str, ...], monkeypatch: pytest.MonkeyPatch) -> None:
    """Claims that could not be run for want of a device are named, and the exit code is 0 whatever was asked for."""
    monkeypatch.chdir(gpu.project.root)
    monkeypatch.setattr(upgrading, "upgrade", partial(upgrade, tools=FakePip().tools, run=without_device))
    result = CliRunner().invoke(command, ["2.15.0", *ids], catch_exceptions=False)
    assert result.exit_code == 0
    assert "  no evidence  gpu.generated  not run: no CUDA device" in result.output
    nothing = "no claim left evidence on torch 2.15.0 (ffffffff), so there is nothing to compare"
    assert (nothing in result.output) == (ids == ("gpu.generated",))


def refused(call: Callable[[], object]) -> None:
    with pytest.raises(EngineError, match=r"^another upgrade to torch 2\.15\.0 is at work; ") as caught:
        call()
    assert "\n" not in caught.value.message
    assert caught.value.code == 2


def test_two_upgrades_to_one_version(world: World) -> None:
    """While claims run there, a second upgrade and --remove are refused, and nothing of the first one's is touched."""
    pip, inner = FakePip(), FakePip()

    def run(environment: Environment, there: Project, options: list[str]) -> None:
        before = tree(world.project.root)
        refused(lambda: upgrade(world.project, world.claims, "2.15.0", (), quiet, tools=inner.tools, run=ran({})))
        refused(lambda: remove(world.project, "2.15.0"))
        assert tree(world.project.root) == before
        ran({"lanes.float32": LANES})(environment, there, options)

    done = upgrade(world.project, world.claims, "2.15.0", (), quiet, tools=pip.tools, run=run)
    assert done.kept.evidence == ("lanes.float32",)
    assert inner.calls == []
    assert remove(world.project, "2.15.0") == ["build/envs/torch-2.15.0", "build/upgrades/torch-2.15.0"]


def test_an_upgrade_during_the_installation(world: World) -> None:
    """A second upgrade does not remove an environment that is half installed; one to another version goes on."""
    pip, seen = FakePip(), []

    def install(folder: Path, arguments: list[str]) -> str:
        if "torch==2.15.0" in arguments:
            refused(lambda: upgraded(world, ran({})))
            other = upgrade(world.project, world.claims, "2.16.0", (), quiet, tools=FakePip().tools, run=ran({}))
            seen.append((folder.is_dir(), other.build.torch))
        return pip.install(folder, arguments)

    tools = Tools(pip.tools.make, install)
    run = ran({"lanes.float32": LANES})
    done = upgrade(world.project, world.claims, "2.15.0", (), quiet, tools=tools, run=run)
    assert seen == [(True, "2.16.0")]
    assert done.kept.evidence == ("lanes.float32",)


def test_a_run_that_is_left_in_the_checkout(world: World) -> None:
    """Where the run of a killed upgrade is still at work, its checkout is left as it is."""
    there = lay_out(world.project, world.claims, OTHER)
    assert there.root == checkout_folder(world.project, "2.15.0")
    (there.scripts / "running.py").touch()
    before = tree(there.root)
    with (
        exclusive(there),
        pytest.raises(EngineError, match=r"^another run is at work in build/upgrades/torch-2\.15\.0; "),
    ):
        lay_out(world.project, world.claims, OTHER)
    assert tree(there.root) == before
