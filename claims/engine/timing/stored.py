"""Orderings as JSON: what a script declares goes into evidence.json, what was measured into measurements.json."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict
from typing import Any

from ..measured import Ordering
from ..typed import typed
from .declared import Kind

#: What evidence.json holds of an ordering: what its script declares. The rest was measured.
DECLARED = ("slower", "faster", "kind", "others", "different", "bound", "unit", "moves")


def declared_fields(ordering: Ordering) -> dict[str, Any]:
    """Return what may be compared with what was accepted."""
    return {name: getattr(ordering, name) for name in DECLARED}


def measured_fields(ordering: Ordering) -> dict[str, Any]:
    """Return what moves from run to run."""
    return {k: v for k, v in asdict(ordering).items() if k != "name" and k not in DECLARED}


def read_declared(name: str, record: Mapping[str, Any]) -> Ordering:
    """Return the ordering that a script declares, not timed.

    Raises KeyError, TypeError or ValueError where a field is missing, unknown or of another form.
    """
    if unknown := sorted(record.keys() - set(DECLARED)):
        raise TypeError(f"{name}: {unknown[0]} is not declared")
    ordering = typed(Ordering, {"name": name, **{k: record[k] for k in DECLARED}}, name)
    Kind(ordering.kind)
    return ordering


def read_measured(declared: Ordering, record: Mapping[str, Any]) -> Ordering:
    """Return the ordering with what was measured of it.

    Raises TypeError where a field is unknown or of another form.
    """
    if known := sorted(record.keys() & set(DECLARED)):
        raise TypeError(f"{declared.name}: {known[0]} is declared, not measured")
    there = {"name": declared.name, "slower": declared.slower, "faster": declared.faster}
    measured = typed(Ordering, {**record, **there}, declared.name)
    return Ordering(**{**vars(measured), **declared_fields(declared)})


def read_whole_ordering(record: Mapping[str, Any]) -> Ordering:
    """Return the ordering of all its fields, as `asdict` and JSON give them."""
    return typed(Ordering, record, "an ordering")
