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
def exclusive(project: Project) -> Iterator[None]:
    """Hold the checkout's lock. Raises EngineError where another run has it, or build/ cannot be written."""
    lock = filelock.FileLock(project.build / "lock", timeout=0)
    try:
        project.build.mkdir(exist_ok=True)
        lock.acquire()
    except filelock.Timeout as error:
        raise EngineError(
            "another run is at work in this checkout; two would overwrite each other's evidence",
            next="wait for it, or stop it, then run again",
        ) from error
    except OSError as error:
        raise store.unwritable(project.build, error) from error
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
