"""Where things are: one project is a folder whose pyproject.toml has a ``[tool.claims]`` table."""

from __future__ import annotations

import hashlib
import tomllib
from dataclasses import dataclass
from pathlib import Path

from .errors import EngineError
from .model import REQUIREMENTS, Build, Claim


@dataclass(frozen=True)
class Project:
    """A checkout, the build it is pinned to, and the folders that the other modules work in."""

    root: Path
    pin: Build

    @classmethod
    def find(cls, start: Path) -> Project:
        """Return the project that `start` lies in.

        Raises EngineError where no folder above has a pyproject.toml with ``[tool.claims]``.
        """
        for folder in [start.resolve(), *start.resolve().parents]:
            file = folder / "pyproject.toml"
            if file.is_file():
                table = tomllib.loads(file.read_text(encoding="utf-8")).get("tool", {}).get("claims")
                if table:
                    return cls(folder, Build(table["torch"], table["revision"]))
        raise EngineError(
            f"{start}: no pyproject.toml with [tool.claims] here or above", next="cd to the project's folder"
        )

    @property
    def scripts(self) -> Path:
        return self.root / "claims"

    @property
    def docs(self) -> Path:
        return self.root / "docs"

    @property
    def snippets(self) -> Path:
        """Accepted evidence, one folder per build."""
        return self.root / "snippets"

    @property
    def accepted(self) -> Path:
        """Accepted evidence of the pinned build."""
        return self.snippets / f"torch-{self.pin.torch}"

    @property
    def accepted_builds(self) -> list[Path]:
        """`accepted`, and beside it the folder of each device that claims may require."""
        return with_devices(self.accepted)

    @property
    def review(self) -> Path:
        return self.snippets / "review.json"

    @property
    def build(self) -> Path:
        """Everything that a run writes; ignored by git."""
        return self.root / "build"

    @property
    def envs(self) -> Path:
        """Environments of other builds than the pinned one."""
        return self.build / "envs"

    @property
    def fresh(self) -> Path:
        """Evidence of the newest runs, laid out as `accepted` is."""
        return self.build / "fresh"

    @property
    def executed(self) -> Path:
        """The guide's notebook with the outputs of its newest execution."""
        return self.build / "notebook" / "executed.ipynb"

    @property
    def report(self) -> Path:
        return self.build / "report.json"

    def state(self) -> str:
        """Return a hash of what a run's evidence came from: scripts and modules below claims/, notebooks, the pin."""
        hashed = hashlib.sha256(f"{self.pin.torch} {self.pin.revision}".encode())
        for path in [*sorted(self.scripts.rglob("*.py")), *sorted(self.docs.rglob("*.ipynb"))]:
            hashed.update(path.relative_to(self.root).as_posix().encode() + b"\0" + path.read_bytes() + b"\0")
        return hashed.hexdigest()

    def accepted_folder(self, claim: Claim) -> Path:
        """Return where a claim's accepted evidence lies; one that requires a device has a build's folder apart."""
        return (_on(self.accepted, claim.run.requires) if claim.run.requires else self.accepted) / claim.folder

    def fresh_folder(self, claim: Claim) -> Path:
        return self.fresh / claim.folder

    def relative(self, path: Path) -> str:
        """Return `path` as messages show it: from the root where it lies below it."""
        try:
            return path.relative_to(self.root).as_posix()
        except ValueError:
            return str(path)


def with_devices(build: Path) -> list[Path]:
    """Return a build's folder and that of each device that claims may require, such as ``torch-2.13.0-cuda``."""
    return [build, *(_on(build, device) for device in REQUIREMENTS)]


def place_of(build: Path, claim: str) -> Path:
    """Return where a claim's evidence lies for a build: in a device's folder where it is there, else in the build's."""
    places = [folder / claim.replace(".", "/", 1) for folder in with_devices(build)]
    return next((place for place in places[1:] if place.is_dir()), places[0])


def _on(build: Path, device: str) -> Path:
    return build.parent / f"{build.name}-{device}"
