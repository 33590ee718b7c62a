"""Keeps what a run on another build found, in that build's own folder of snippets/."""

from __future__ import annotations

import shutil
from dataclasses import dataclass

from .. import store
from ..errors import EngineError
from ..model import Claim, Outcome
from ..project import Project
from ..runs import RUN, load_runs


@dataclass(frozen=True)
class Kept:
    """How many claims left evidence, and how the others ended."""

    evidence: tuple[str, ...]
    ended: dict[str, str]


def keep_evidence(project: Project, there: Project, claims: list[Claim], *, everything: bool = True) -> Kept:
    """Put the evidence of the newest run in the checkout `there` into this project's folder for that build.

    It is kept as it was found, checks that do not hold and all: nothing is accepted by it. Margins and the outcomes of
    plants that were kept before stay. With `everything`, folders of claims that are gone go too. Raises EngineError
    where the run left nothing.
    """
    runs = load_runs(there, claims)
    if runs is None or runs.build != there.pin:
        raise EngineError(
            f"no claim ran on {there.pin}; its evidence is as it was",
            next=f"python -m claims upgrade {there.pin.torch}",
            code=3,
        )
    target = project.snippets / f"torch-{there.pin.torch}"
    kept, ended = [], {}
    for claim in claims:
        attempt, stage = runs.attempts.get(claim.id), project.build / "stage" / claim.folder
        shutil.rmtree(stage, ignore_errors=True)
        if attempt is None:
            continue
        # A script that raised after a check had failed has said what there is to say of its claim.
        refuted = attempt.outcome is Outcome.RAISED and attempt.evidence is not None and attempt.evidence.failed
        if (attempt.outcome is Outcome.FINISHED and attempt.evidence is not None) or refuted:
            shutil.copytree(there.fresh_folder(claim), stage, ignore=shutil.ignore_patterns(RUN))
            for path in (there.accepted_folder(claim) / store.CALIBRATION, target / claim.folder / store.PLANTS):
                if path.is_file() and not (stage / path.name).exists():
                    shutil.copyfile(path, stage / path.name)
            kept.append(claim.id)
        else:
            detail = (attempt.detail.splitlines() or [""])[0]
            store.write_ended(stage, attempt.outcome.value, detail)
            ended[claim.id] = f"{attempt.outcome.value}: {detail}".rstrip(": ")
        store.replace_folder(stage, target / claim.folder)
        shutil.rmtree(stage, ignore_errors=True)
    known = {target / claim.folder for claim in claims}
    for folder in store.evidence_folders(target) if everything else []:
        if folder not in known:
            shutil.rmtree(folder)
    return Kept(tuple(kept), ended)
