"""A tiny project in a folder of its own: files in, what ``python -m claims`` said and left behind out."""

from __future__ import annotations

import contextlib
import json
import multiprocessing.util
import os
import pty
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import traceback
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import psutil

import claims.__main__
from claims.engine import machine
from claims.web.cli import main

REPOSITORY = Path(__file__).resolve().parents[1]
FAKE_CAPTURE = Path(__file__).with_name("e2e") / "fake_capture"
FAKE_CLOCK = Path(__file__).with_name("e2e") / "fake_clock.py"
#: Seconds after which a command of the tiny project counts as hung.
LIMIT = 120
#: Run in a fork of the tests' process where nothing else is asked for: half of such a command is spent on imports.
FORKED = ("accept", "check", "diff", "list", "pin", "report", "review", "run", "show")


def installed_pin() -> dict[str, str]:
    """Return the build that this environment has, as ``[tool.claims]`` writes it."""
    build = machine.installed_build()
    assert build is not None, "the tests need the environment that make env sets up"
    return {"torch": build.torch, "revision": build.revision}


@dataclass(frozen=True)
class Result:
    """How one command ended."""

    code: int
    stdout: str
    stderr: str
    report: dict[str, Any] | None
    """build/report.json as it lies there after the command."""

    @property
    def output(self) -> str:
        return self.stdout + self.stderr

    @property
    def json(self) -> Any:
        """What the command wrote to standard output, which must be JSON and nothing else."""
        return json.loads(self.stdout)

    @property
    def findings(self) -> list[dict[str, Any]]:
        assert self.report is not None, self.output
        return list(self.report["findings"])

    def found(self, kind: str, **fields: str) -> dict[str, Any]:
        """Return the one finding of that kind (with these fields)."""
        matching = [f for f in self.findings if f["kind"] == kind and all(f[k] == v for k, v in fields.items())]
        assert len(matching) == 1, f"{len(matching)} findings of kind {kind!r} {fields}:\n{self.output}"
        return matching[0]

    @property
    def kinds(self) -> list[str]:
        return sorted(finding["kind"] for finding in self.findings)


class Example:
    """A project of a few files. The engine's modules are links to the repository's, so what runs is the real code.

    Unless `torch` is set, claims/engine/capture is tests/e2e/fake_capture and the timing stage's clock is
    tests/e2e/fake_clock.py: everything but PyTorch and time is real.
    """

    def __init__(self, root: Path, files: Mapping[str, str] | None = None, *, torch: bool = False) -> None:
        self.root = root
        self.torch = torch
        engine = root / "claims" / "engine"
        if not engine.exists():
            engine.mkdir(parents=True)
            for name in ("__init__.py", "__main__.py", "web"):
                (root / "claims" / name).symlink_to(REPOSITORY / "claims" / name)
            real = REPOSITORY / "claims" / "engine"
            packages = (real / name for name in ("diff", "machine_code", "reports", "upgrade"))
            for path in sorted([*real.glob("*.py"), *packages]):
                (engine / path.name).symlink_to(path)
            (engine / "timing").mkdir()
            for path in sorted((real / "timing").glob("*.py")):
                ours = torch or path.name != "clock.py"
                (engine / "timing" / path.name).symlink_to(path if ours else FAKE_CLOCK)
            (engine / "capture").symlink_to(real / "capture" if torch else FAKE_CAPTURE)
            pin = "".join(f'{key} = "{value}"\n' for key, value in installed_pin().items())
            self.write({"pyproject.toml": f"[tool.claims]\n{pin}"})
        self.write(files or {})

    def copy(self, root: Path) -> Example:
        """Return a copy in `root`, which must not exist."""
        shutil.copytree(self.root, root, symlinks=True)
        return Example(root)

    def write(self, files: Mapping[str, str]) -> None:
        for name, text in files.items():
            path = self.root / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8")

    def read(self, name: str) -> str:
        return (self.root / name).read_text(encoding="utf-8")

    def edit(self, name: str, old: str, new: str) -> None:
        """Replace `old`, which must stand in the file exactly once."""
        text = self.read(name)
        assert text.count(old) == 1, f"{name} holds {old!r} {text.count(old)} times:\n{text}"
        self.write({name: text.replace(old, new)})

    def remove(self, name: str) -> None:
        path = self.root / name
        shutil.rmtree(path) if path.is_dir() else path.unlink()

    @property
    def accepted(self) -> Path:
        return self.root / "snippets" / f"torch-{installed_pin()['torch']}"

    def tree(self, name: str = "snippets") -> dict[str, bytes | None]:
        """Return every file below a folder with its bytes, and every folder with None."""
        folder = self.root / name
        paths = sorted(folder.rglob("*"))
        return {p.relative_to(folder).as_posix(): p.read_bytes() if p.is_file() else None for p in paths}

    def run(self, *arguments: str, **environment: str | None) -> Result:
        """Run ``python -m claims`` to its end; a variable that is None is taken out of the environment.

        The commonest commands run in a fork of this process: the same program, in a process, a folder and an
        environment of its own, without the imports. Use `start` and `finish` where the interpreter itself matters.
        """
        if not self.torch and arguments and arguments[0] in FORKED:
            return self._result(*self._fork(arguments, self._variables(environment)))
        return self.finish(self.start(*arguments, **environment))

    def at_a_terminal(self, *arguments: str, typed: str) -> Result:
        """Run ``python -m claims`` on a terminal where `typed` is entered; its standard output holds both streams."""
        pid, terminal = pty.fork()
        if pid == 0:
            os.chdir(self.root)
            os.execve(sys.executable, [sys.executable, "-m", "claims", *arguments], self._variables({}))
        os.write(terminal, typed.encode())
        said = b""
        with contextlib.suppress(OSError):  # what Linux raises where the other end is closed
            while part := os.read(terminal, 4096):
                said += part
        os.close(terminal)
        return self._result(exit_code_of(pid), said.decode("utf-8").replace("\r\n", "\n"), "")

    def start(self, *arguments: str, **environment: str | None) -> subprocess.Popen[str]:
        """Start ``python -m claims`` in a process group of its own, as a shell does for a job."""
        return subprocess.Popen(
            [sys.executable, "-m", "claims", *arguments],
            cwd=self.root,
            env=self._variables(environment),
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            process_group=0,
        )

    def finish(self, process: subprocess.Popen[str]) -> Result:
        """Wait for a started command."""
        stdout, stderr = process.communicate(timeout=LIMIT)
        return self._result(process.returncode, stdout, stderr)

    def _result(self, code: int, stdout: str, stderr: str) -> Result:
        report = self.root / "build" / "report.json"
        text = report.read_text(encoding="utf-8") if report.is_file() else ""
        return Result(code, stdout, stderr, json.loads(text) if text else None)

    def _variables(self, environment: Mapping[str, str | None]) -> dict[str, str]:
        variables: dict[str, str | None] = {**os.environ, "CI": None, "PYTHONPATH": None, "CXX": None}
        variables |= {"PYTHONDONTWRITEBYTECODE": None, **environment}
        return {key: value for key, value in variables.items() if value is not None}

    def _fork(self, arguments: tuple[str, ...], variables: dict[str, str]) -> tuple[int, str, str]:
        with tempfile.TemporaryFile() as out, tempfile.TemporaryFile() as err:
            pid = os.fork()
            if pid == 0:
                self._become_the_program(arguments, variables, out.fileno(), err.fileno())
            code = exit_code_of(pid)
            texts = []
            for stream in (out, err):
                stream.seek(0)
                texts.append(stream.read().decode("utf-8"))
        return code, texts[0], texts[1]

    def _become_the_program(self, arguments: tuple[str, ...], variables: dict[str, str], out: int, err: int) -> None:
        """Do in a fork what the interpreter does for ``python -m claims``; never return."""
        code = 0
        try:
            os.chdir(self.root)
            os.environ.clear()
            os.environ.update(variables)
            os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
            os.dup2(out, 1)
            os.dup2(err, 2)
            sys.stdin, sys.stdout, sys.stderr = os.fdopen(0), os.fdopen(1, "w"), os.fdopen(2, "w")
            sys.argv = ["claims", *arguments]
            # What the fork server takes for the program of its children.
            sys.modules["__main__"] = claims.__main__
            main()
        except SystemExit as end:
            code = end.code if isinstance(end.code, int) else int(end.code is not None)
        except BaseException:
            traceback.print_exc()
            code = 1
        finally:
            multiprocessing.util._exit_function()  # type: ignore[attr-defined]
            sys.stdout.flush()
            sys.stderr.flush()
            os._exit(code)

    def processes(self) -> list[psutil.Process]:
        """Return the live processes that belong to this project, by their folder, command or environment."""
        found = []
        for process in psutil.process_iter():
            try:
                if process.pid == os.getpid() or process.status() == psutil.STATUS_ZOMBIE:
                    continue
                marks = [process.cwd(), *process.cmdline(), *process.environ().values()]
            except psutil.Error:
                continue
            # The trailing separator keeps a project from being taken for one whose name starts with its own.
            if any(f"{self.root}/" in f"{mark}/" for mark in marks):
                found.append(process)
        return found

    def survivors(self, seconds: float = 10.0) -> list[str]:
        """Return the commands of processes that are still there after a grace period; ends them."""
        wait_until(lambda: not self.processes(), seconds)
        left = self.processes()
        described = [f"{process.pid} {' '.join(process.cmdline())}" for process in left if process.is_running()]
        for process in left:
            process.kill()
        return described


def exit_code_of(pid: int) -> int:
    """Wait for a child of this process. Raises TimeoutError where it takes longer than any command may."""
    end = time.monotonic() + LIMIT
    while time.monotonic() < end:
        ended, status = os.waitpid(pid, os.WNOHANG)
        if ended:
            return os.waitstatus_to_exitcode(status)
        time.sleep(0.005)
    os.kill(pid, signal.SIGKILL)
    os.waitpid(pid, 0)
    raise TimeoutError(f"a command did not end in {LIMIT} s")


def wait_until(condition: Callable[[], object], seconds: float = 30.0) -> bool:
    """Wait until `condition` is true; return whether it ever was."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        if condition():
            return True
        time.sleep(0.05)
    return bool(condition())


def mounted(folder: Path, size: str) -> Iterator[Path]:
    """Yield `folder` with a tmpfs of `size` mounted on it; yields nothing where mounting is not allowed."""
    folder.mkdir(parents=True, exist_ok=True)
    command = ["mount", "-t", "tmpfs", "-o", f"size={size}", "tmpfs", str(folder)]
    if shutil.which("mount") is None or subprocess.run(command, capture_output=True, check=False).returncode:
        return
    try:
        yield folder
    finally:
        subprocess.run(["umount", "-l", str(folder)], check=True)
