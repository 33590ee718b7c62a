"""Executes the guide's notebook on the pinned build, from the first cell to the last, and says which cell failed."""

from __future__ import annotations

import contextlib
import json
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import psutil

from . import machine
from .notebook import NOTEBOOK
from .project import Project
from .store import unwritable
from .verdict import Finding, Kind
from .workspace import exclusive, terminable

#: A cold first call takes a minute on a slow machine; a cell that takes longer than this hangs.
SECONDS = 300
NEXT = "python -m claims notebook"


def execute_notebook(project: Project, seconds: int = SECONDS) -> list[Finding]:
    """Execute the project's notebook in a kernel of its own, with empty caches, and return what failed.

    What came out of it is in `project.executed`, in case of failure as far as it came. A project without a notebook has
    no findings. Raises EngineError where build/ cannot be written or another run is at work.
    """
    with exclusive(project), terminable(), executing(project, seconds) as execution:
        return execution.wait()


@contextlib.contextmanager
def executing(project: Project, seconds: int = SECONDS) -> Iterator[Execution]:
    """Start what `execute_notebook` does and go on; whatever is still at work when the block ends is killed.

    The caller holds the checkout. Raises EngineError where build/ cannot be written.
    """
    if not (project.docs / NOTEBOOK).is_file():
        yield Execution(project, None, Path(), seconds)
        return
    with _folder(project) as folder, _started(project, folder, seconds) as process:
        yield Execution(project, process, folder, seconds)


@dataclass
class Execution:
    """A notebook at work."""

    project: Project
    process: subprocess.Popen[str] | None
    """None where the project has no notebook."""
    folder: Path
    limit: int
    seconds: float = 0.0
    """What the cells took together; known once it has ended."""

    def wait(self) -> list[Finding]:
        """Wait for the last cell, and return what failed."""
        if self.process is None:
            return []
        try:
            output, _ = self.process.communicate(timeout=self.limit + 60)
        except subprocess.TimeoutExpired:
            output = ""
        result, executed = self.folder / "result.json", self.folder / "executed.ipynb"
        if executed.is_file():
            shutil.move(executed, self.project.executed)
        if not result.is_file():
            message = f"the notebook could not be executed within {self.limit + 60} s"
            said = "\n".join(output.strip().splitlines()[-12:])
            return [Finding(Kind.FAILED_RUN, f"docs/{NOTEBOOK}", message, NEXT, detail=said)]
        failed = json.loads(result.read_text(encoding="utf-8"))
        self.seconds = failed.pop("seconds")
        return [_finding(self.project, failed)] if failed["cell"] else []


@contextlib.contextmanager
def _folder(project: Project) -> Iterator[Path]:
    """Give an execution a folder of its own; the newest execution's outputs go, whatever comes of this one."""
    try:
        project.executed.parent.mkdir(parents=True, exist_ok=True)
        project.executed.unlink(missing_ok=True)
        folder = Path(tempfile.mkdtemp(prefix="run-", dir=project.executed.parent))
    except OSError as error:
        raise unwritable(project.executed, error) from error
    try:
        yield folder
    finally:
        shutil.rmtree(folder, ignore_errors=True)


@contextlib.contextmanager
def _started(project: Project, folder: Path, seconds: int) -> Iterator[subprocess.Popen[str]]:
    """Start the program that executes notebooks; none of its tree is left when the block ends."""
    names = [str(project.docs / NOTEBOOK), str(folder / "executed.ipynb"), str(folder / "result.json"), str(seconds)]
    with subprocess.Popen(
        [sys.executable, "-m", "claims.engine.notebook_run", *names],
        cwd=project.root,
        env=_environment(folder),
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        errors="replace",
        process_group=0,
    ) as process:
        try:
            yield process
        finally:
            if process.poll() is None:
                _kill_tree(process.pid)


def _kill_tree(pid: int) -> None:
    """Kill a process and all below it; the kernel leads a group of its own."""
    with contextlib.suppress(psutil.NoSuchProcess):
        parent = psutil.Process(pid)
        for process in [*parent.children(recursive=True), parent]:
            with contextlib.suppress(psutil.NoSuchProcess):
                process.kill()


def _environment(folder: Path) -> dict[str, str]:
    """Return the reference state, with every cache and every setting of Jupyter's in an empty folder."""
    names = {
        "TMPDIR": "temporary",
        "TORCHINDUCTOR_CACHE_DIR": "cache",
        "IPYTHONDIR": "ipython",
        "JUPYTER_CONFIG_DIR": "config",
        "JUPYTER_DATA_DIR": "data",
        "JUPYTER_RUNTIME_DIR": "runtime",
    }
    for name in names.values():
        (folder / name).mkdir()
    own = {variable: str(folder / name) for variable, name in names.items()}
    return machine.without_leaks(dict(os.environ)) | machine.reference_environment() | own


def _finding(project: Project, failed: dict[str, str]) -> Finding:
    where = f" at `{failed['line']}`" if failed["line"] else ""
    return Finding(
        # A statement that does not hold is drift; a cell that breaks is a run that failed.
        Kind.CHECK if failed["error"].startswith("AssertionError") else Kind.FAILED_RUN,
        _place(project, failed["cell"], failed["line"]),
        f"the notebook's cell {failed['cell']}: {failed['error']}{where}",
        NEXT,
        detail=failed["detail"],
    )


def _place(project: Project, cell: str, line: str) -> str:
    """Return ``path:line`` of a line of a cell in the notebook's file, or of the cell, or the path alone."""
    rows = (project.docs / NOTEBOOK).read_text(encoding="utf-8").splitlines()
    start = next((i for i, row in enumerate(rows) if f'"id": {json.dumps(cell)}' in row), None)
    if start is None:
        return f"docs/{NOTEBOOK}"
    quoted = json.dumps(line, ensure_ascii=False)[1:-1]
    found = next((i for i, row in enumerate(rows[start:], start) if line and quoted in row), start)
    return f"docs/{NOTEBOOK}:{found + 1}"
