"""The checkout during a run: one run at a time, a folder of its own, signals that leave nothing behind."""

from __future__ import annotations

import contextlib
import shutil
import signal
from collections.abc import Iterator
from pathlib import Path

import filelock

from . import store
from .errors import EngineError
from .project import Project


def discard(work: Path, *, keep: bool) -> None:
    if not keep:
        shutil.rmtree(work, ignore_errors=True)


@contextlib.contextmanager
def exclusive(project: Project, place: str = "this checkout", *, wait: float = 0) -> Iterator[None]:
    """Hold the checkout's lock. Raises EngineError where another run has it, or build/ cannot be written.

    `place` is the checkout's name in that message; `wait` is for how many seconds another run is waited for.
    """
    taken = f"another run is at work in {place}; two would overwrite each other's evidence"
    with held(project.build / "lock", taken, wait):
        yield


@contextlib.contextmanager
def held(file: Path, taken: str, wait: float = 0) -> Iterator[None]:
    """Hold the lock that `file` is. Raises EngineError, which says `taken`, where another process or caller has it."""
    lock = filelock.FileLock(file, timeout=wait)
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        lock.acquire()
    except filelock.Timeout as error:
        raise EngineError(taken, next="wait for it, or stop it, then run again") from error
    except OSError as error:
        raise store.unwritable(file.parent, error) from error
    try:
        yield
    finally:
        lock.release()


@contextlib.contextmanager
def workspace(project: Project, nonce: str, *, keep: bool) -> Iterator[Path]:
    """Give a run its own folder and clear away what a killed one left."""
    folder = project.build / "work"
    shutil.rmtree(folder, ignore_errors=True)
    for accepted in project.accepted_builds:
        store.recover(accepted)
    try:
        yield folder / nonce
    finally:
        discard(folder, keep=keep)


@contextlib.contextmanager
def terminable() -> Iterator[None]:
    """Treat SIGTERM as Ctrl-C, so that it leaves nothing behind either."""

    def interrupt(*_: object) -> None:
        raise KeyboardInterrupt

    previous = signal.signal(signal.SIGTERM, interrupt)
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, previous)
