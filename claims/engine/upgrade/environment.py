"""The environment of another build: made beside the pinned one, reused, removed as a whole."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from .. import machine
from ..errors import EngineError
from ..model import Build
from ..project import Project
from ..store import write_text

_VERSION = re.compile(r"\d+\.\d+\.\d+(?:(?:a|b|rc)\d+)?")
#: Says that an environment is whole, and holds what it was made from.
READY = ".ready"


@dataclass(frozen=True)
class Tools:
    """What makes an environment; tests put others in their place."""

    make: Callable[[Path], None]
    """Makes an empty environment with pip in a folder."""
    install: Callable[[Path, list[str]], str]
    """Installs with pip's arguments into an environment; returns why it could not, empty where it could."""


@dataclass(frozen=True)
class Environment:
    """An environment that has the build it is named after."""

    folder: Path
    build: Build
    reused: bool

    @property
    def python(self) -> Path:
        return self.folder / "bin" / "python"


def folder_of(project: Project, version: str) -> Path:
    """Return where the environment of a version is kept. Raises EngineError for what is no version."""
    if not _VERSION.fullmatch(version):
        raise EngineError(
            f"{version!r} is no version of PyTorch, such as {project.pin.torch}", next="python -m claims upgrade --help"
        )
    return project.envs / f"torch-{version}"


def make_environment(project: Project, version: str, say: Callable[[str], None], tools: Tools) -> Environment:
    """Return the environment of a version: as it is where it was made from the same lists of packages, else made anew.

    Raises EngineError with exit code 2, and leaves nothing behind, where it cannot be installed.
    """
    folder = folder_of(project, version)
    packages = constraints(project)
    made_from = f"torch=={version}\n{packages}{_requirements(project)}"
    found = _installed(folder)
    ready = folder / READY
    if found and found.torch == version and ready.is_file() and ready.read_text(encoding="utf-8") == made_from:
        say(f"environment of torch {version}: reused, {project.relative(folder)}")
        return Environment(folder, found, True)
    shutil.rmtree(folder, ignore_errors=True)
    say(f"environment of torch {version}: installing into {project.relative(folder)}")
    try:
        tools.make(folder)
        write_text(folder / "constraints.txt", packages)
        arguments = ["-c", str(folder / "constraints.txt"), f"torch=={version}"]
        arguments += ["-r", str(project.root / "requirements.txt")] if _requirements(project) else []
        why = tools.install(folder, arguments)
        found = _installed(folder)
        if not why and (found is None or found.torch != version):
            why = f"pip installed {found or 'no torch'}"
        if why or found is None:
            raise EngineError(
                f"torch {version} cannot be installed: {why}; nothing was left behind",
                next="python -m pip index versions torch",
            )
        write_text(ready, made_from)
    except BaseException:
        shutil.rmtree(folder, ignore_errors=True)
        raise
    return Environment(folder, found, False)


def constraints(project: Project) -> str:
    """Return the pinned versions of everything but torch."""
    path = project.root / "constraints.txt"
    lines = path.read_text(encoding="utf-8").splitlines(keepends=True) if path.is_file() else []
    return "".join(line for line in lines if not re.match(r"torch\s*[=<>~!]", line))


def _requirements(project: Project) -> str:
    path = project.root / "requirements.txt"
    return path.read_text(encoding="utf-8") if path.is_file() else ""


def _installed(folder: Path) -> Build | None:
    for packages in sorted(folder.glob("lib/python*/site-packages")):
        if build := machine.build_in(packages):
            return build
    return None


def make_venv(folder: Path) -> None:
    """Make an empty environment of this interpreter's Python. Raises EngineError where that fails."""
    folder.parent.mkdir(parents=True, exist_ok=True)
    done = subprocess.run([sys.executable, "-m", "venv", str(folder)], capture_output=True, text=True, check=False)
    if done.returncode:
        lines = (done.stderr or done.stdout).strip().splitlines() or ["no reason given"]
        raise EngineError(f"no environment can be made: {lines[-1]}", next="python -m venv --help", code=2)


def pip_install(folder: Path, arguments: list[str]) -> str:
    """Install with pip, its progress shown as it comes; return the last error that it printed."""
    quiet = [] if sys.stderr.isatty() else ["--quiet"]
    command = [str(folder / "bin" / "python"), "-m", "pip", "install", "--disable-pip-version-check", *quiet]
    # Standard output of this program may be read by a machine; pip's goes where people look.
    done = subprocess.run(
        [*command, *arguments], stdout=sys.stderr.fileno(), stderr=subprocess.PIPE, text=True, check=False
    )
    if done.returncode == 0:
        return ""
    errors = [line.removeprefix("ERROR: ") for line in done.stderr.splitlines() if line.startswith("ERROR: ")]
    return errors[-1] if errors else f"pip ended with exit code {done.returncode}"


TOOLS = Tools(make_venv, pip_install)
