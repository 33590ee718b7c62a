"""Orderings as JSON: what a script declares goes into evidence.json, what was measured into measurements.json."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict
from typing import Any

from ..measured import Look, Measurement, Ordering

#: What evidence.json holds of an ordering: what its script declares. The rest was measured.
DECLARED = ("slower", "faster", "kind", "others", "different", "bound", "unit", "moves")


def declared_fields(ordering: Ordering) -> dict[str, Any]:
    """Return what may be compared with what was accepted."""
    return {name: getattr(ordering, name) for name in DECLARED}


def measured_fields(ordering: Ordering) -> dict[str, Any]:
    """Return what moves from run to run."""
    return {k: v for k, v in asdict(ordering).items() if k != "name" and k not in DECLARED}


def read_ordering(name: str, declared: Mapping[str, Any], measured: Mapping[str, Any]) -> Ordering:
    """Return the ordering of both parts. Raises KeyError or TypeError where a field is missing or unknown."""
    found = {
        **measured,
        "looks": tuple(_read_look(look) for look in measured.get("looks", ())),
        "times": tuple(Measurement(**side) for side in measured.get("times", ())),
    }
    return Ordering(name, **{**declared, **_tuples(declared)}, **found)


def read_whole_ordering(record: Mapping[str, Any]) -> Ordering:
    """Return the ordering of all its fields, as `asdict` gives them."""
    measured = {k: v for k, v in record.items() if k not in DECLARED and k != "name"}
    return read_ordering(record["name"], {k: record[k] for k in DECLARED}, measured)


def _tuples(declared: Mapping[str, Any]) -> dict[str, tuple[Any, ...]]:
    return {"others": tuple(declared["others"]), "moves": tuple(declared["moves"])}


def _read_look(record: Mapping[str, Any]) -> Look:
    counts = tuple((wins, losses) for wins, losses in record["counts"])
    return Look(record["decision"], counts, tuple(record["readings"]))
