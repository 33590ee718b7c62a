"""What a run left behind, in memory and in build/fresh."""

from __future__ import annotations

import json
import shutil
from dataclasses import asdict, dataclass, field, replace

from . import store
from .model import Attempt, Build, Claim, Controls, Ordering, Outcome, Plants, Profile
from .project import Project
from .timing.sequential import Standing
from .timing.stored import read_whole_ordering


@dataclass(frozen=True)
class Runs:
    """Everything that one call of `run_claims` did."""

    nonce: str
    build: Build
    profile: Profile
    attempts: dict[str, Attempt]
    """The claims themselves, by id."""
    controls: dict[str, Controls]
    seconds: dict[str, float]
    """Wall seconds by stage, and the parts of the warm start."""
    touched: tuple[str, ...] = ()
    """Accepted files that something wrote to and that were restored."""
    same: Ordering | None = None
    """The A/A control: one path against itself; None where nothing was timed."""
    plants: dict[str, Plants] = field(default_factory=dict)
    """How the claims fared under the plants, by id."""
    state: str = ""
    """The project's state when it ran, as `Project.state` gives it."""
    reused: frozenset[str] = frozenset()
    """Claims that an earlier run in this very state had run, and this one did not run again."""

    @property
    def left_out(self) -> dict[str, str]:
        """The claims that could not be run, with what the machine lacks: ``no CUDA device``."""
        return {id: a.detail for id, a in self.attempts.items() if a.outcome is Outcome.NOT_RUN}

    @property
    def fit(self) -> bool:
        """Whether the machine was fit for timing, as far as anything was timed."""
        return self.same is None or self.same.verdict == Standing.CONFIRMED.value


RUN = "run.json"


def keep_runs(project: Project, claims: list[Claim], runs: Runs) -> None:
    """Put the evidence of this run into build/fresh, a claim's folder at a time."""
    for claim in claims:
        attempt, folder = runs.attempts[claim.id], project.fresh_folder(claim)
        if claim.id not in runs.reused:
            shutil.rmtree(folder, ignore_errors=True)
            if attempt.evidence is not None:
                store.write_evidence(folder, attempt.evidence)
        if claim.id in runs.controls:
            store.write_controls(folder, runs.controls[claim.id])
        if claim.id in runs.plants:
            store.write_plants(folder, runs.plants[claim.id])
        record = asdict(replace(attempt, evidence=None)) | {
            "outcome": attempt.outcome.name,
            "script": claim.digest,
        }
        store.write_text(folder / RUN, store.dumps(record))
    summary = {
        "nonce": runs.nonce,
        "build": asdict(runs.build),
        "profile": asdict(runs.profile),
        "seconds": runs.seconds,
        "touched": list(runs.touched),
        "state": runs.state,
        "same": asdict(runs.same) if runs.same else None,
    }
    store.write_text(project.fresh / RUN, store.dumps(summary))


def load_runs(project: Project, claims: list[Claim]) -> Runs | None:
    """Return what the newest run left in build/fresh, or None where there was none.

    A claim that the newest run did not reach, or whose script has changed since, has no attempt in it.
    """
    try:
        summary = json.loads((project.fresh / RUN).read_text(encoding="utf-8"))
        attempts = {c.id: a for c in claims if (a := _load_attempt(project, c, summary["nonce"]))}
        controls = {
            c.id: found for c in claims if c.id in attempts and (found := store.read_controls(project.fresh_folder(c)))
        }
        plants = {
            c.id: planted
            for c in claims
            if c.id in attempts and (planted := store.read_plants(project.fresh_folder(c)))
        }
        return Runs(
            summary["nonce"], Build(**summary["build"]), Profile(**summary["profile"]), attempts, controls,
            summary["seconds"], tuple(summary["touched"]),
            read_whole_ordering(summary["same"]) if summary["same"] else None,
            plants, summary["state"],
        )  # fmt: skip
    except (OSError, ValueError, KeyError, TypeError, store.TornEvidence):
        return None


def _load_attempt(project: Project, claim: Claim, nonce: str) -> Attempt | None:
    folder = project.fresh_folder(claim)
    try:
        record = json.loads((folder / RUN).read_text(encoding="utf-8"))
        evidence = store.read_evidence(folder)
    except (OSError, ValueError, store.TornEvidence):
        return None
    script = record.pop("script", "")
    if record["nonce"] != nonce or script != claim.digest:
        return None
    return Attempt(**{**record, "outcome": Outcome[record["outcome"]], "evidence": evidence})
