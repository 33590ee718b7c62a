"""A checkout that is pinned to another build: the claims as they are here, the margins that were calibrated here."""

from __future__ import annotations

import shutil
from pathlib import Path

from .. import store
from ..model import Build, Claim
from ..notebook import NOTEBOOK
from ..pin import pyproject_with
from ..project import Project
from ..workspace import exclusive

_IGNORED = shutil.ignore_patterns("__pycache__")


def checkout_folder(project: Project, version: str) -> Path:
    """Return the folder in which a version's claims run."""
    return project.build / "upgrades" / f"torch-{version}"


def lay_out(project: Project, claims: list[Claim], build: Build) -> Project:
    """Return a project of its own with this project's claims, pinned to `build`, in a folder below build/.

    Its runs neither wait for this project's nor touch its accepted evidence. Orderings are held against the margins
    that are accepted here, so that both builds are judged alike. Raises EngineError, and leaves it as it is, while a
    run is at work there, such as one whose upgrade was killed.
    """
    there = Project(checkout_folder(project, build.torch), build)
    with exclusive(there, project.relative(there.root)):
        _lay_out(project, claims, there)
    return there


def _lay_out(project: Project, claims: list[Claim], there: Project) -> None:
    root = there.root
    shutil.rmtree(root / "claims", ignore_errors=True)
    shutil.rmtree(root / "snippets", ignore_errors=True)
    shutil.copytree(project.scripts, root / "claims", ignore=_IGNORED)
    # Claims of the guide run its cells.
    if (notebook := project.docs / NOTEBOOK).is_file():
        store.write_text(root / "docs" / NOTEBOOK, notebook.read_text(encoding="utf-8"))
    store.write_text(root / "pyproject.toml", pyproject_with(project, there.pin))
    for claim in claims:
        margins = project.accepted_folder(claim) / store.CALIBRATION
        if margins.is_file():
            store.write_text(there.accepted_folder(claim) / store.CALIBRATION, margins.read_text(encoding="utf-8"))
