"""A run that is cut short, from outside or by the machine: a clear end, nothing lost, no process left."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest
from example import Example, mounted, wait_until

#: Signal, whether the whole process group gets it as from a terminal, and the exit code that follows.
ENDS = {
    "ctrl-c": (signal.SIGINT, True, 3),
    "terminate": (signal.SIGTERM, False, 3),
    "kill -9": (signal.SIGKILL, False, -signal.SIGKILL),
}


def send(process: subprocess.Popen[str], number: signal.Signals, *, group: bool) -> None:
    (os.killpg if group else os.kill)(process.pid, number)


def assert_nothing_lost(project: Example, before: dict[str, bytes | None]) -> None:
    """Accepted evidence is as it was, no process is left, and the run before still stands."""
    assert project.survivors() == []
    assert project.tree() == before
    result = project.run("check")
    assert (result.code, result.findings) == (0, []), result.output


@pytest.fixture
def hanging(project: Example) -> Iterator[tuple[Example, subprocess.Popen[str]]]:
    """A run in which one claim hangs with two children, one of them in a session of its own."""
    project.write({"hang": ""})
    process = project.start("run", "--workers", "2")
    assert wait_until(lambda: (project.root / "hanging").exists()), project.finish(process).output
    (project.root / "hang").unlink()
    yield project, process
    process.kill()
    process.communicate()


@pytest.mark.parametrize("end", ENDS)
def test_a_run_is_cut_short(hanging: tuple[Example, subprocess.Popen[str]], end: str) -> None:
    """Ctrl-C, SIGTERM and kill -9 in the middle of a run leave evidence as it was and no process behind."""
    project, process = hanging
    number, group, code = ENDS[end]
    before = project.tree()
    send(process, number, group=group)
    result = project.finish(process)
    assert result.code == code, result.output
    if code == 3:
        assert "interrupted; accepted evidence is as it was, no process is left\n" in result.stderr
        assert "  next: the same command again\n" in result.stderr
        assert not (project.root / "build" / "work").exists()
    assert_nothing_lost(project, before)
    again = project.run("run")
    assert again.code == 0, again.output
    assert not (project.root / "build" / "work").exists()


@pytest.mark.parametrize("end", ENDS)
def test_a_warm_start_is_cut_short(project: Example, end: str) -> None:
    """Cut short while the fork server still warms up, a run takes the server and its children with it at once."""
    number, group, code = ENDS[end]
    before = project.tree()
    process = project.start("run", SLOW_START="1000")
    assert wait_until(lambda: any("sleep" in p.cmdline() for p in project.processes() if p.is_running()))
    send(process, number, group=group)
    assert project.finish(process).code == code
    assert_nothing_lost(project, before)


def test_a_warm_start_that_fails(project: Example) -> None:
    """Where PyTorch cannot be imported, the run says what it said, and stops with the next command."""
    before = project.tree()
    result = project.run("run", BROKEN_START="1")
    assert result.code == 3
    assert "RuntimeError: the warm start broke" in result.stderr
    assert "  next: " in result.stderr
    assert_nothing_lost(project, before)


@pytest.mark.skipif(not shutil.which("grep"), reason="needs /proc/cpuinfo")
def test_a_blind_probe(project: Example) -> None:
    """Where Inductor's probe of the vector ISA fails, nothing is run, since PyTorch would fall back without a word."""
    before = project.tree()
    result = project.run("run", BLIND_PROBE="1", ATEN_CPU_CAPABILITY="avx2")
    assert result.code == 3
    assert "Inductor's probe of the vector ISA found scalar, not avx2" in result.stderr
    assert_nothing_lost(project, before)


def test_two_runs_at_once(hanging: tuple[Example, subprocess.Popen[str]]) -> None:
    """Beside a run at work, a second run or an accept says so and stops; the first one is not disturbed."""
    project, first = hanging
    before = project.tree()
    for arguments in (["run"], ["accept"]):
        second = project.run(*arguments)
        assert second.code == 2
        assert "another run is at work in this checkout" in second.stderr
        assert "  next: wait for it, or stop it, then run again\n" in second.stderr
    assert first.poll() is None
    send(first, signal.SIGTERM, group=False)
    assert project.finish(first).code == 3
    assert_nothing_lost(project, before)


@pytest.mark.parametrize(
    "variables", [{"CXX": "/nonexistent/g++"}, {"PATH": "/nonexistent"}], ids=lambda v: next(iter(v))
)
def test_no_compiler(project: Example, variables: dict[str, str | None]) -> None:
    """Without a C++ compiler nothing is run, and the error says how to get one."""
    before = project.tree()
    result = project.run("run", **variables)
    assert result.code == 2
    command = variables.get("CXX", "g++")
    assert f"no C++ compiler: '{command}' is not on the PATH" in result.stderr
    assert "  next: install one (Debian: apt-get install g++; macOS: xcode-select --install)" in result.stderr
    assert_nothing_lost(project, before)


def test_a_file_in_place_of_build(project: Example) -> None:
    """Where build/ cannot be made, every command that writes there says so."""
    before = project.tree()
    project.remove("build")
    project.write({"build": ""})
    for arguments in (["run"], ["check", "--accepted"]):
        result = project.run(*arguments)
        assert result.code == 3
        assert "/build" in result.stderr and "cannot be written: " in result.stderr
        assert "  next: make the folder writable, then run again\n" in result.stderr
    assert project.tree() == before


@pytest.fixture
def full(project: Example) -> Iterator[Example]:
    """The project with build/ on a small disk of its own that holds its content and has no room left."""
    content = project.root / "content"
    (project.root / "build").rename(content)
    for _ in mounted(project.root / "build", "512k"):
        shutil.copytree(content, project.root / "build", dirs_exist_ok=True)
        fill(project.root / "build")
        yield project
        return
    pytest.skip("mounting a small tmpfs is not allowed here")


def fill(folder: Path) -> None:
    """Write until the disk is full."""
    with pytest.raises(OSError, match="No space left"), (folder / "filler").open("wb", buffering=0) as stream:
        while True:
            stream.write(b"x" * 4096)


def test_a_full_disk(full: Example) -> None:
    """On a full disk a run stops with that as its message; with space again, everything is as before."""
    before = full.tree()
    result = full.run("run")
    assert result.code == 3
    assert "cannot be written: No space left on device" in result.stderr
    assert "  next: free space on that disk, then run again\n" in result.stderr
    (full.root / "build" / "filler").unlink()
    assert_nothing_lost(full, before)
    assert full.run("run").code == 0


def test_a_disk_that_fills_up_in_the_middle(full: Example) -> None:
    """A claim that fills the disk is a failed run; accepted evidence is as before."""
    before = full.tree()
    (full.root / "build" / "filler").unlink()
    full.edit(
        "claims/article/lanes/stored.py",
        "    if Path(",
        "    with open('build/filler', 'wb', buffering=0) as stream:\n"
        "        while True:\n            stream.write(b'x' * 4096)\n    if Path(",
    )
    result = full.run("run", "--workers", "1")
    assert result.code == 3
    assert (
        "claim lanes.stored: exited before it was done: exit status 1, nothing written; the disk of build/ is full"
        in (result.stdout)
    )
    assert "Traceback" not in result.stderr
    assert full.survivors() == []
    assert full.tree() == before


@pytest.fixture
def snippets(project: Example) -> Iterator[tuple[Example, Path]]:
    """The project with other evidence to accept, and snippets/ on a small disk of its own."""
    project.edit("generated.cpp", "maximum(tmp1, 0)", "maximum(tmp1, 1)")
    assert project.run("run").code == 0
    content = project.root / "content"
    (project.root / "snippets").rename(content)
    for folder in mounted(project.root / "snippets", "128k"):
        shutil.copytree(content, folder, dirs_exist_ok=True)
        yield project, folder
        return
    pytest.skip("mounting a small tmpfs is not allowed here")


def test_accept_on_a_full_disk(snippets: tuple[Example, Path]) -> None:
    """Where accepted evidence does not fit, accept says so and what was accepted before stays whole."""
    project, folder = snippets
    before = project.tree()
    fill(folder)
    result = project.run("accept", "lanes.float32")
    assert result.code == 3
    assert "snippets/torch-2.13.0/lanes/float32: cannot be written: [Errno 28] No space left on device" in result.stderr
    assert "  next: free space on that disk, then run again\n" in result.stderr
    (folder / "filler").unlink()
    assert project.tree() == before
    assert project.run("accept", "lanes.float32").code == 0
    assert project.run("check").code == 0


def test_accept_into_a_folder_that_cannot_be_written(snippets: tuple[Example, Path]) -> None:
    """Where snippets/ is read-only, accept says so and nothing is changed; a run needs no leave to write there."""
    project, folder = snippets
    before = project.tree()
    subprocess.run(["mount", "-o", "remount,ro", str(folder)], check=True)
    result = project.run("accept", "lanes.float32")
    assert result.code == 3
    assert "cannot be written: Read-only file system" in result.stderr
    assert "  next: make the folder writable, then run again\n" in result.stderr
    assert project.run("run").code == 0
    assert project.tree() == before


def interrupted_accept(project: Example, *, stage: str) -> None:
    """Leave the folders as `kill -9` in the middle of replacing one does."""
    folder = project.accepted / "lanes" / "float32"
    shutil.copytree(folder, folder.with_name(".float32.incoming"))
    (folder.with_name(".float32.incoming") / "evidence.json").write_text("half", encoding="utf-8")
    if stage != "copying":
        folder.rename(folder.with_name(".float32.outgoing"))
    if stage == "cleaning":
        shutil.copytree(folder.with_name(".float32.outgoing"), folder)
        shutil.rmtree(folder.with_name(".float32.incoming"))


@pytest.mark.parametrize(
    ("command", "stage"),
    [("run", "copying"), ("run", "between the renames"), ("run", "cleaning"), ("accept", "between the renames")],
)
def test_a_killed_accept_is_finished_by_the_next_command(project: Example, command: str, stage: str) -> None:
    """After kill -9 in the middle of accept, the next run or accept brings the folder back and clears what is left."""
    before = project.tree()
    interrupted_accept(project, stage=stage)
    result = project.run(command)
    assert result.code == 0, result.output
    assert project.tree() == before


def test_accept_under_continuous_integration(project: Example) -> None:
    """Continuous integration never accepts."""
    before = project.tree()
    project.edit("generated.cpp", "maximum(tmp1, 0)", "maximum(tmp1, 1)")
    assert project.run("run").code == 0
    result = project.run("accept", CI="1")
    assert result.code == 2
    assert result.stderr == (
        "CI is set: continuous integration never accepts evidence\n"
        "  next: run make accept on your own machine and commit\n"
    )
    assert project.tree() == before
