"""What `calibrate` proposed, kept in build/ until `accept` takes it."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import asdict
from typing import Any

from ..model import Claim
from ..project import Project
from .margins import Proposal

PROPOSALS = "calibration.json"


def read_proposals(project: Project, claim: Claim) -> dict[str, Proposal]:
    """Return what was proposed for the claim's script as it is now, by name; empty where nothing was."""
    entry = _read(project).get(claim.id, {})
    if entry.get("script") != claim.digest:
        return {}
    return {name: _proposal(record) for name, record in entry["orderings"].items()}


def write_proposals(project: Project, proposals: Mapping[Claim, Mapping[str, Proposal]]) -> None:
    """Keep these proposals; those of other claims stay."""
    # Not at the top: `store` reads calibrations, and so stands above this package.
    from ..store import dumps, write_text

    kept = _read(project) | {
        claim.id: {"script": claim.digest, "orderings": {name: asdict(p) for name, p in found.items()}}
        for claim, found in proposals.items()
    }
    write_text(project.build / PROPOSALS, dumps(kept))


def _read(project: Project) -> dict[str, dict[str, Any]]:
    try:
        record = json.loads((project.build / PROPOSALS).read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return {}
    return record if isinstance(record, dict) else {}


def _proposal(record: Mapping[str, Any]) -> Proposal:
    fields = {**record, "ratios": tuple(record["ratios"]), "decisions": tuple(record["decisions"])}
    return Proposal(**fields)
