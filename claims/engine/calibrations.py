"""calibration.json: the margins of a claim's orderings, as calibrations in three processes found them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict
from pathlib import Path

from .store import CALIBRATION, dumps, read_record, write_text
from .timing.margins import Calibration
from .typed import typed


def write_calibration(folder: Path, calibrations: Mapping[str, Calibration]) -> None:
    """Write what was calibrated, by the comparison's name; only ever called by `accept`."""
    write_text(folder / CALIBRATION, dumps({name: asdict(c) for name, c in calibrations.items()}))


def read_calibration(folder: Path) -> dict[str, Calibration]:
    """Return what was calibrated, by the comparison's name; empty where nothing was.

    Raises TornEvidence where the file cannot be read back.
    """
    found = read_record(
        folder / CALIBRATION, lambda record: {name: typed(Calibration, c, name) for name, c in record.items()}
    )
    return found or {}
