"""Keeps what a run on another build found, in that build's own folder of snippets/."""

from __future__ import annotations

import shutil
from dataclasses import dataclass, replace
from pathlib import Path

from .. import store
from ..errors import EngineError
from ..model import Attempt, Claim, Outcome
from ..project import Project
from ..runs import RUN, load_runs


@dataclass(frozen=True)
class Kept:
    """How many claims left evidence, and how the others ended."""

    evidence: tuple[str, ...]
    ended: dict[str, str]


def keep_evidence(project: Project, there: Project, claims: list[Claim], *, everything: bool = True) -> Kept:
    """Put the evidence of the newest run in the checkout `there` into this project's folders for that build.

    It lies where `accept` would put it, claims that require a device in that device's folder. It is kept as it was
    found, checks that do not hold and all: nothing is accepted by it. Margins and the outcomes of plants that were kept
    before stay, and so does what another machine found on a device that is missing here. With `everything`, folders of
    claims that are gone go too. Raises EngineError where the run left nothing.
    """
    runs = load_runs(there, claims)
    if runs is None or runs.build != there.pin:
        raise EngineError(
            f"no claim ran on {there.pin}; its evidence is as it was",
            next=f"python -m claims upgrade {there.pin.torch}",
            code=3,
        )
    target = replace(project, pin=there.pin)
    kept, ended = [], {}
    for claim in claims:
        attempt, stage = runs.attempts.get(claim.id), project.build / "stage" / claim.folder
        shutil.rmtree(stage, ignore_errors=True)
        if attempt is None:
            continue
        # The build's own folder holds the word on a claim that was not run for want of a device.
        place, word = target.accepted_folder(claim), target.accepted / claim.folder
        if _found_something(attempt):
            shutil.copytree(there.fresh_folder(claim), stage, ignore=shutil.ignore_patterns(RUN))
            for path in (there.accepted_folder(claim) / store.CALIBRATION, place / store.PLANTS):
                if path.is_file() and not (stage / path.name).exists():
                    shutil.copyfile(path, stage / path.name)
            kept.append(claim.id)
        else:
            detail = (attempt.detail.splitlines() or [""])[0]
            ended[claim.id] = f"{attempt.outcome.value}: {detail}".rstrip(": ")
            if attempt.outcome is Outcome.NOT_RUN:
                if place.is_dir():
                    continue
                place = word
            store.write_ended(stage, attempt.outcome.value, detail)
        store.replace_folder(stage, place)
        shutil.rmtree(stage, ignore_errors=True)
        if place != word:
            shutil.rmtree(word, ignore_errors=True)
    if everything:
        _remove_others(target, claims)
    return Kept(tuple(kept), ended)


def _found_something(attempt: Attempt) -> bool:
    """Tell whether a run left evidence: a script that raised after a check had failed has said what there is to say."""
    if attempt.evidence is None:
        return False
    return attempt.outcome is Outcome.FINISHED or (attempt.outcome is Outcome.RAISED and bool(attempt.evidence.failed))


def _remove_others(target: Project, claims: list[Claim]) -> None:
    """Remove the evidence of claims that are gone, and of those that no longer require a device in its folder."""
    known: set[Path] = {target.accepted / claim.folder for claim in claims}
    known |= {target.accepted_folder(claim) for claim in claims}
    for build in target.accepted_builds:
        for folder in store.evidence_folders(build):
            if folder not in known:
                shutil.rmtree(folder)
