"""Processes: a fork of the warm server or a fresh interpreter per job, each in a group of its own, none left behind."""

from __future__ import annotations

import contextlib
import multiprocessing
import multiprocessing.context
import multiprocessing.forkserver
import multiprocessing.util
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping
from pathlib import Path

from . import child
from .errors import EngineError
from .reaper import descendants, kill_all

WARM = "claims.engine.capture.warm"
#: What the fork server imports, so that no fork has to.
PRELOADED = [WARM, child.__name__]


class Process:
    """One job's process, forked or fresh, seen alike."""

    def __init__(
        self, job: child.Job, handle: multiprocessing.context.ForkServerProcess | subprocess.Popen[bytes]
    ) -> None:
        self.job = job
        self.started = time.perf_counter()
        self._handle = handle

    @property
    def pid(self) -> int:
        return self._handle.pid or 0

    @property
    def status(self) -> int | None:
        """Exit status, minus the signal's number for a process killed by one; None while it runs."""
        return self._handle.poll() if isinstance(self._handle, subprocess.Popen) else self._handle.exitcode

    def kill(self) -> None:
        """Kill the process and everything it started, and wait for it."""
        for kill in (os.killpg, os.kill):
            with contextlib.suppress(ProcessLookupError, PermissionError):
                kill(self.pid, signal.SIGKILL)
        if isinstance(self._handle, subprocess.Popen):
            self._handle.wait()
        else:
            self._handle.join()

    def bury(self) -> None:
        """Kill what an ended process left in its group."""
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(self.pid, signal.SIGKILL)


class Pool:
    """Starts processes in the reference environment and answers for their end, whatever becomes of this one."""

    def __init__(self, root: Path, work: Path, environment: Mapping[str, str], *, fork: bool) -> None:
        self.root = root
        self.work = work
        self.fork = fork and sys.platform == "linux"
        self.environment = dict(environment) | {"PYTHONPATH": str(root), "TMPDIR": str(work / "tmp")}
        self._reaper = _Reaper(root)
        self._reaper.watch_mark(f"TMPDIR={self.environment['TMPDIR']}")

    def __enter__(self) -> Pool:
        (self.work / "tmp").mkdir(parents=True, exist_ok=True)
        return self

    def __exit__(self, *_: object) -> None:
        self.stop_server()
        self._reaper.close()

    def start(self, job: child.Job, *, fresh: bool) -> Process:
        """Start the job in a fork of the warm server, or in a fresh interpreter.

        The first fork starts the server and so takes as long as the warm start. Raises EngineError where that fails.
        """
        work = Path(job.work)
        work.mkdir(parents=True, exist_ok=True)
        process = self._interpreter(job) if fresh or not self.fork else self._forked(job)
        self._reaper.watch(process.pid)
        return process

    def forget(self, process: Process) -> None:
        """Tell the reaper that a process has ended and been buried."""
        self._reaper.release(process.pid)

    def _interpreter(self, job: child.Job) -> Process:
        file = Path(job.work, "job.json")
        file.write_text(child.job_to_json(job), encoding="utf-8")
        handle = subprocess.Popen(
            [sys.executable, "-m", "claims.engine.child", str(file)],
            cwd=self.root,
            env=self.environment | dict(job.environment),
            start_new_session=True,
            stdin=subprocess.DEVNULL,
            stdout=(self.work / "interpreter.txt").open("ab"),
            stderr=subprocess.STDOUT,
        )
        return Process(job, handle)

    def _forked(self, job: child.Job) -> Process:
        context = multiprocessing.get_context("forkserver")
        handle = context.Process(target=child.main, args=(job,), name=job.claim)
        log = self.work / "server.txt"
        # Made before TMPDIR changes: it is removed when this process ends, and the run's own folder is gone by then.
        multiprocessing.util.get_temp_dir()
        try:
            with _environment(self.environment), _output_to(log):
                context.set_forkserver_preload(PRELOADED)
                multiprocessing.forkserver.ensure_running()
                self._reaper.watch_tree(_server_pid())
                handle.start()
        except (OSError, EOFError) as error:
            said = log.read_text(encoding="utf-8", errors="replace").strip() if log.is_file() else str(error)
            raise EngineError(
                f"the fork server did not start:\n{said[-2500:]}",
                next=f"python -c 'import {WARM}'",
                code=3,
            ) from error
        return Process(job, handle)

    def stop_server(self) -> None:
        """End the fork server, if one was started, and whatever it is compiling."""
        pid = _server_pid()
        if pid:
            kill_all((pid, *descendants(pid)))
            with contextlib.suppress(Exception):
                # The public interface keeps the server until this process ends; a second pool needs a new environment.
                multiprocessing.forkserver._forkserver._stop()  # type: ignore[attr-defined]


class _Reaper:
    """A process that kills what this one started, should this one die without a word.

    It holds the read end of a pipe; the pipe closes with the runner, however that ends.
    """

    def __init__(self, root: Path) -> None:
        self._process = subprocess.Popen(
            [sys.executable, "-I", "-S", str(Path(__file__).with_name("reaper.py"))],
            stdin=subprocess.PIPE,
            start_new_session=True,
            cwd=root,
        )

    def watch(self, group: int) -> None:
        self._say(f"+group {group}")

    def watch_tree(self, pid: int) -> None:
        self._say(f"+tree {pid}")

    def watch_mark(self, entry: str) -> None:
        """Kill at the end whoever has this entry in its environment: what left its group and lost its parent."""
        self._say(f"+mark {entry}")

    def release(self, group: int) -> None:
        self._say(f"-group {group}")

    def close(self) -> None:
        if self._process.stdin:
            with contextlib.suppress(OSError):
                self._process.stdin.close()
        with contextlib.suppress(subprocess.TimeoutExpired):
            self._process.wait(timeout=5)

    def _say(self, line: str) -> None:
        if self._process.stdin:
            with contextlib.suppress(OSError):
                self._process.stdin.write(f"{line}\n".encode())
                self._process.stdin.flush()


def _server_pid() -> int:
    return getattr(multiprocessing.forkserver._forkserver, "_forkserver_pid", None) or 0


@contextlib.contextmanager
def _environment(variables: Mapping[str, str]) -> Iterator[None]:
    """Give the fork server, which inherits this process's environment, the reference one."""
    before = dict(os.environ)
    os.environ.clear()
    os.environ.update(variables)
    try:
        yield
    finally:
        os.environ.clear()
        os.environ.update(before)


@contextlib.contextmanager
def _output_to(path: Path) -> Iterator[None]:
    """Send what this process's children write while they start to a file."""
    saved = os.dup(1), os.dup(2)
    stream = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o644)
    sys.stdout.flush()
    sys.stderr.flush()
    try:
        os.dup2(stream, 1)
        os.dup2(stream, 2)
        yield
    finally:
        for descriptor, target in zip(saved, (1, 2), strict=True):
            os.dup2(descriptor, target)
            os.close(descriptor)
        os.close(stream)
