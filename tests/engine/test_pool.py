"""Processes end when they should, with whatever they started; the reaper sees to it when nobody else can."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import psutil
import pytest
from example import REPOSITORY, wait_until

from claims.engine import child
from claims.engine.machine import Compiler
from claims.engine.pool import Process
from claims.engine.reaper import descendants, marked

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="reads /proc")
#: Starts a child in its own group and one in another session, then waits.
PARENT = (
    "import subprocess, time\n"
    "a = subprocess.Popen(['sleep', '1000'])\n"
    "b = subprocess.Popen(['sleep', '1000'], start_new_session=True)\n"
    "print(a.pid, b.pid, flush=True)\n"
    "time.sleep(1000)\n"
)


@pytest.fixture
def family() -> Iterator[list[int]]:
    """A process in a group of its own with two children: its pid, then theirs."""
    environment = os.environ | {"TMPDIR": "/tmp/marked by a test"}
    process = subprocess.Popen(
        [sys.executable, "-c", PARENT], start_new_session=True, stdout=subprocess.PIPE, text=True, env=environment
    )
    assert process.stdout is not None
    pids = [process.pid, *map(int, process.stdout.readline().split())]
    yield pids
    for pid in pids:
        if psutil.pid_exists(pid):
            os.kill(pid, signal.SIGKILL)
    process.wait()
    process.stdout.close()


def alive(pid: int) -> bool:
    try:
        return bool(psutil.Process(pid).status() != psutil.STATUS_ZOMBIE)
    except psutil.NoSuchProcess:
        return False


def reap(*lines: str) -> None:
    """Run the reaper with these lines, then close its input as a dying runner does."""
    path = REPOSITORY / "claims" / "engine" / "reaper.py"
    subprocess.run([sys.executable, "-I", "-S", str(path)], input="".join(f"{line}\n" for line in lines), text=True)


def test_descendants(family: list[int]) -> None:
    """The processes below one are found, whatever group they are in."""
    parent, *children = family
    assert sorted(descendants(parent)) == sorted(children)
    assert set(family) <= set(descendants(os.getpid()))


def test_marked_processes(family: list[int]) -> None:
    """Who carries a mark in the environment is found by it, and nobody else."""
    assert sorted(marked("TMPDIR=/tmp/marked by a test")) == sorted(family)
    assert marked("TMPDIR=/tmp/marked") == []


def test_the_reaper_kills_a_group(family: list[int]) -> None:
    """A group that was announced and not taken back dies; who left it lives."""
    parent, child_in_group, other = family
    reap(f"+group {parent}")
    assert wait_until(lambda: not alive(parent) and not alive(child_in_group), 5)
    assert alive(other)


def test_the_reaper_spares_what_was_taken_back(family: list[int]) -> None:
    """A group that was taken back is none of the reaper's business any more."""
    reap(f"+group {family[0]}", f"-group {family[0]}")
    time.sleep(0.1)
    assert all(alive(pid) for pid in family)


def test_the_reaper_kills_a_tree(family: list[int]) -> None:
    """A tree dies with everything below it, in any session."""
    reap(f"+tree {family[0]}")
    assert wait_until(lambda: not any(alive(pid) for pid in family), 5)


def test_the_reaper_kills_who_carries_the_mark(family: list[int]) -> None:
    """A process that left its group and lost its parent is found by its mark."""
    os.kill(family[0], signal.SIGKILL)
    assert alive(family[1]) and alive(family[2])
    reap("+mark TMPDIR=/tmp/marked by a test")
    assert wait_until(lambda: not any(alive(pid) for pid in family), 5)


def test_the_reaper_forgives_what_is_gone() -> None:
    """Processes that ended by themselves, and an end without any line, are no error."""
    gone = subprocess.run([sys.executable, "-c", "import os; print(os.getpid())"], capture_output=True, text=True)
    reap(f"+group {gone.stdout.strip()}", f"+tree {gone.stdout.strip()}")
    reap()


def job(tmp_path: Path, control: int | None = None, environment: tuple[tuple[str, str], ...] = ()) -> child.Job:
    return child.Job(
        claim="a.b",
        statement="It holds.",
        module="",
        root=str(tmp_path),
        work=str(tmp_path),
        protected=str(tmp_path / "accepted"),
        nonce="n1",
        memory=6.0,
        compiler=Compiler("g++", "gcc", "12.2.0", "znver1"),
        control=control,
        environment=environment,
    )


def test_a_process_is_killed_with_its_group(tmp_path: Path) -> None:
    """Killing a process takes its group with it and leaves its status as a signal's."""
    handle = subprocess.Popen([sys.executable, "-c", PARENT], start_new_session=True, stdout=subprocess.PIPE, text=True)
    assert handle.stdout is not None
    in_group, other = map(int, handle.stdout.readline().split())
    process = Process(job(tmp_path), handle)  # type: ignore[arg-type]
    assert process.status is None
    process.kill()
    assert process.status == -signal.SIGKILL
    assert wait_until(lambda: not alive(in_group), 5)
    os.kill(other, signal.SIGKILL)
    handle.stdout.close()


def test_an_ended_process_is_buried_with_what_it_left(tmp_path: Path) -> None:
    """What an ended process left in its group is killed; burying twice is no error."""
    code = "import subprocess; print(subprocess.Popen(['sleep', '1000']).pid, flush=True)"
    handle = subprocess.Popen([sys.executable, "-c", code], start_new_session=True, stdout=subprocess.PIPE, text=True)
    assert handle.stdout is not None
    left = int(handle.stdout.readline())
    assert handle.wait() == 0
    process = Process(job(tmp_path), handle)  # type: ignore[arg-type]
    assert alive(left)
    process.bury()
    assert wait_until(lambda: not alive(left), 5)
    process.bury()
    handle.stdout.close()


def test_a_job_travels_as_json(tmp_path: Path) -> None:
    """A job is read as it was written, its environment included."""
    given = job(tmp_path, control=1, environment=(("A", "1"), ("B", "x y")))
    assert child.job_from_json(child.job_to_json(given)) == given
