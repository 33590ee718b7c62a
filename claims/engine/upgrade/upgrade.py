"""From a version to its evidence: the environment, every claim and control in it, what they found."""

from __future__ import annotations

import contextlib
import os
import shutil
import subprocess
import time
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from .. import machine
from ..diff.cited import keep_cited
from ..discover import select
from ..errors import EngineError
from ..model import Build, Claim
from ..project import Project
from ..workspace import exclusive, held
from .checkout import checkout_folder, lay_out
from .environment import TOOLS, Environment, Tools, folder_of, make_environment
from .keep import Kept, keep_evidence

#: Seconds for which what an upgrade found waits for a run in the checkout, before it is lost.
WAIT = 3600
Run = Callable[[Environment, Project, list[str]], None]


@dataclass(frozen=True)
class Upgrade:
    """What an upgrade did."""

    build: Build
    kept: Kept
    seconds: Mapping[str, float] = field(default_factory=dict)
    """Wall seconds by stage."""


def upgrade(
    project: Project, claims: list[Claim], version: str, ids: tuple[str, ...], say: Callable[[str], None],
    *, plants: bool = False, tools: Tools = TOOLS, run: Run | None = None,
) -> Upgrade:  # fmt: skip
    """Run claims and controls on another build and keep what they found in snippets/torch-VERSION.

    Raises EngineError where `version` is the pin, whose evidence only `accept` writes, where another upgrade to it is
    at work, where it cannot be installed or where its run ends without evidence; in each case snippets/ is as it was.
    """
    folder_of(project, version)
    if version == project.pin.torch:
        raise EngineError(
            f"torch {version} is the pinned build; its evidence is accepted, never stored",
            next="make docs, then make accept",
        )
    chosen = select(claims, ids)
    with alone(project, version):
        start = time.perf_counter()
        environment = make_environment(project, version, say, tools)
        installed = time.perf_counter()
        there = lay_out(project, claims, environment.build)
        options = ["--controls", *(["--plants"] if plants else []), *ids]
        (run or run_there)(environment, there, options)
        ran = time.perf_counter()
        with exclusive(project, wait=WAIT):
            kept = keep_evidence(project, there, chosen, everything=not ids)
            for packages in environment.folder.glob("lib/python*/site-packages"):
                keep_cited(project.snippets / f"torch-{version}", packages)
    return Upgrade(environment.build, kept, {"environment": installed - start, "claims": ran - installed})


@contextlib.contextmanager
def alone(project: Project, version: str) -> Iterator[None]:
    """Hold a version's environment and checkout. Raises EngineError where another upgrade to that version has them.

    Its lock is none that runs take, so that claims run in either checkout meanwhile; `make clean` leaves it.
    """
    folder = folder_of(project, version)
    taken = f"another upgrade to torch {version} is at work; two would remove each other's environment and checkout"
    with held(folder.with_name(f"{folder.name}.lock"), taken):
        yield


def run_there(environment: Environment, there: Project, options: list[str]) -> None:
    """Run claims in the checkout with the build's own interpreter; its display goes where this program's goes."""
    shutil.rmtree(there.fresh, ignore_errors=True)
    variables = {k: v for k, v in os.environ.items() if k not in ("PYTHONPATH", "PYTHONHOME", "VIRTUAL_ENV")}
    command = [str(environment.python), "-m", "claims", "run", *options]
    # What fails there is what the claim diff is about; a run without evidence is found out when it is kept.
    with said_in(there.root).open("w", encoding="utf-8") as said:
        subprocess.run(command, cwd=there.root, env=variables, stdout=said, check=False)


def said_in(root: Path) -> Path:
    """Return the file that holds what the run said of each claim that failed: the way to mend a moved internal."""
    return root / "findings.txt"


def remove(project: Project, version: str) -> list[str]:
    """Remove the environment and the checkout of a version and return what went; its evidence stays.

    Raises EngineError, and removes nothing, while an upgrade to that version is at work.
    """
    removed = []
    with alone(project, version):
        for folder in (folder_of(project, version), checkout_folder(project, version)):
            if folder.is_dir():
                shutil.rmtree(folder)
                removed.append(project.relative(folder))
    return removed


def versions_at_hand(project: Project) -> list[str]:
    """Return the versions whose environment is installed beside the pinned one."""
    found = (machine.build_in(packages) for packages in project.envs.glob("torch-*/lib/python*/site-packages"))
    return sorted(build.torch for build in found if build)
