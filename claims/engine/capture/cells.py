"""Cells of the guide's notebook, run in a claim's own process as the notebook runs them: one after another."""

from __future__ import annotations

import contextlib
import io
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from types import ModuleType
from typing import Any

import torch

from ..notebook import notebook_cell

#: What the functions of the cells say that their module is.
MODULE = "notebook"


@dataclass(frozen=True)
class CellsRun:
    """What the cells left behind."""

    names: Mapping[str, Any]
    """The variables and functions that they made."""
    printed: str
    failed: str
    """The cell whose own assertion did not hold, and what it said; empty where all held. No cell after it ran."""

    def __getitem__(self, name: str) -> Any:
        return self.names[name]


def run_cells(*cells: str, replace: Mapping[str, str] | None = None, **given: Any) -> CellsRun:
    """Run cells by name, on the CPU, each with what those before it made.

    `given` are variables that are there before the first one; `replace` exchanges text in the cells, for a control.
    Raises ValueError for text that stands in none of them, and whatever a cell raises that is no AssertionError.
    """
    # A module, as a notebook's cells have one: some builds look it up by its name while they capture a function.
    module = sys.modules[MODULE] = ModuleType(MODULE)
    names = vars(module)
    names |= {"torch": torch, "device": "cpu", **given}
    sources = {name: notebook_cell(name).source for name in cells}
    for old, new in (replace or {}).items():
        if not any(old in source for source in sources.values()):
            raise ValueError(f"{old!r} stands in none of the cells {', '.join(cells)}")
        sources = {name: source.replace(old, new) for name, source in sources.items()}
    printed, failed = io.StringIO(), ""
    with contextlib.redirect_stdout(printed):
        for name, source in sources.items():
            try:
                exec(compile(source, f"cell {name}", "exec"), names)
            except AssertionError as error:
                failed = f"{name}: {str(error).strip().partition(chr(10))[0] or 'its assertion'}"
                break
    return CellsRun(names, printed.getvalue(), failed)
