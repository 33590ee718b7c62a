"""The claim diff for machines: every entry with all of its changes, sentences and claims."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

from ..store import dumps
from .changes import Change
from .classes import Class
from .entries import ClaimDiff, Entry
from .sides import Side

#: Number of the form of this record.
SCHEMA = 1


def render_json(diff: ClaimDiff) -> str:
    """Return the diff as JSON with sorted keys."""
    return dumps(
        {
            "schema": SCHEMA,
            "old": _side(diff.old),
            "new": _side(diff.new),
            "claims": {claim: standing.value for claim, standing in diff.standings.items()},
            "counts": {kind.value: len(diff.claims_in(kind)) for kind in Class},
            "cited": {claim: [asdict(source) for source in found] for claim, found in diff.cited.items()},
            "entries": [_entry(number, entry) for number, entry in enumerate(diff.entries, 1)],
        }
    )


def _side(side: Side) -> dict[str, Any]:
    return {"name": side.name, "build": asdict(side.build), "profile": asdict(side.profile)}


def _entry(number: int, entry: Entry) -> dict[str, Any]:
    return {
        "number": number,
        "class": entry.kind.value,
        "title": entry.title,
        "claims": list(entry.claims),
        "excerpted": list(entry.excerpted),
        "changes": [_change(change) for change in entry.changes],
        "sentences": [asdict(sentence) for sentence in entry.sentences],
        "also": list(entry.also),
    }


def _change(change: Change) -> dict[str, Any]:
    return {
        "claim": change.claim,
        "class": change.kind.value,
        "piece": change.piece,
        "what": change.what,
        "old": list(change.old),
        "new": list(change.new),
        "where": change.where,
        "excerpted": change.excerpted,
        "reordered": change.reordered,
    }
