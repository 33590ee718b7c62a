"""The two sides of a claim diff: all evidence that is at hand for one build."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from .. import store
from ..errors import EngineError
from ..model import Build, Controls, Evidence, Profile
from ..project import Project, place_of, with_devices

#: Folders of snippets/ that hold readings of an earlier investigation start so.
RECORDED = "recorded"


@dataclass(frozen=True)
class Side:
    """The evidence of one build, or what stands in for it."""

    name: str
    """As it was asked for: ``2.13.0``, ``recorded``, a folder."""
    folder: Path
    evidence: Mapping[str, Evidence] = field(default_factory=dict)
    ended: Mapping[str, str] = field(default_factory=dict)
    """How claims ended that left no evidence."""
    controls: Mapping[str, Controls] = field(default_factory=dict)
    """How the claims' controls went, where they ran."""

    @property
    def recorded(self) -> bool:
        """Whether these are readings of another investigation, which no script of this project made."""
        return self.folder.name.startswith(RECORDED)

    @property
    def build(self) -> Build:
        return next(iter(self.evidence.values())).build

    @property
    def profile(self) -> Profile:
        return next(iter(self.evidence.values())).profile

    def place(self, claim: str) -> Path:
        """Return the folder of a claim's evidence, which of one that requires a device is in that device's folder."""
        return place_of(self.folder, claim)

    @property
    def title(self) -> str:
        """``torch 2.13.0``, with the folder's name where that is not a build's own."""
        if not self.evidence:
            return f"torch {self.name}"
        own = self.folder.name == f"torch-{self.build.torch}"
        return f"torch {self.build.torch}" + ("" if own else f" ({self.name})")


def find_side(project: Project, name: str) -> Side:
    """Return the evidence that `name` asks for: a version, ``recorded``, or a folder, each with its devices' folders.

    Raises EngineError with exit code 2 where there is none, where it cannot be read back, or where a newer version of
    the project wrote it.
    """
    folder = _folder(project, name)
    found: dict[str, Evidence] = {}
    ended: dict[str, str] = {}
    controls: dict[str, Controls] = {}
    try:
        folders = [place for build in with_devices(folder) for place in store.evidence_folders(build)]
        for id in dict.fromkeys(f"{place.parent.name}.{place.name}" for place in folders):
            claim = place_of(folder, id)
            evidence = store.read_evidence(claim)
            if evidence is not None:
                found[id] = evidence
                if went := store.read_controls(claim):
                    controls[id] = went
            elif how := store.read_ended(claim):
                ended[id] = how
    except store.TornEvidence as error:
        place = project.relative(error.path)
        raise EngineError(f"{place} cannot be read back: {error.why}", next=f"git diff {place}") from error
    except OSError as error:
        place = project.relative(Path(error.filename or folder))
        raise EngineError(f"{place} cannot be read: {error.strerror or error}", next=f"ls -l {place}") from error
    if not found:
        raise EngineError(f"{project.relative(folder)}: holds no evidence of any claim", next="ls snippets")
    return Side(name, folder, found, ended, controls)


def _folder(project: Project, name: str) -> Path:
    version = project.snippets / f"torch-{name}"
    if version.is_dir():
        return version
    if name == RECORDED:
        recordings = sorted(project.snippets.glob(f"{RECORDED}-*"))
        if len(recordings) == 1:
            return recordings[0]
    for folder in (project.snippets / name, Path(name)):
        if name and folder.is_dir():
            return folder.resolve()
    known = [folder.name.removeprefix("torch-") for folder in project.snippets.glob("*") if folder.is_dir()]
    raise EngineError(
        f"{name!r}: there is no evidence for it; what is at hand: {', '.join(sorted(known)) or 'nothing'}",
        next=f"python -m claims upgrade {name}" if name[:1].isdigit() else "ls snippets",
    )
