"""The cells of the guide's notebook, by name. What notebook, page and claims share is written in them.

A notebook is JSON; each cell carries an id, which serves as its name. Nothing here executes one.
"""

from __future__ import annotations

import hashlib
import itertools
import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from .errors import EngineError
from .excerpt import Artifact
from .project import Project

#: Below docs/: the source without outputs, which readers download, and the page that shows it executed.
NOTEBOOK = "guide/transform.ipynb"
NOTEBOOK_PAGE = "guide/transform.md"
#: Where this file lies when claims run: claims/engine.
_ROOT = Path(__file__).parents[2]


@dataclass(frozen=True)
class Cell:
    """One cell, and what came out of it where it was executed."""

    name: str
    is_code: bool
    source: str
    outputs: tuple[str, ...] = ()
    """What it printed, or the error that it raised, as plain text."""
    executed: bool = False
    failed: bool = False
    """Whether it was executed and raised an error."""

    @property
    def artifact(self) -> Artifact:
        """Its source, to be cut excerpts from."""
        return Artifact(f"the cell {self.name}", self.source.rstrip() + "\n", "python" if self.is_code else "text")


def notebook_cell(name: str) -> Cell:
    """Return a cell of the guide's notebook. Raises KeyError for a name that no cell has."""
    return {cell.name: cell for cell in read_cells(_ROOT / "docs" / NOTEBOOK)}[name]


def read_cells(path: Path) -> list[Cell]:
    """Return the cells of a notebook in order. Raises EngineError where the file holds none."""
    try:
        cells = json.loads(path.read_text(encoding="utf-8"))["cells"]
        return [_cell(cell) for cell in cells]
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise EngineError(f"{path}: no notebook: {error!r}", next=f"git checkout -- {path}") from error


def source_digest(path: Path) -> str:
    """Return a hash of what a notebook says, whatever its outputs: equal for a source and its executed copy."""
    hashed = hashlib.sha256()
    for cell in read_cells(path):
        hashed.update(f"{cell.name}\0{cell.is_code}\0{cell.source}\0".encode())
    return hashed.hexdigest()


def executed_cells(project: Project) -> list[Cell]:
    """Return the notebook's cells, with the outputs of the newest execution where that was of this very source.

    Empty where the project has no notebook.
    """
    source, executed = project.docs / NOTEBOOK, project.executed
    if not source.is_file():
        return []
    if executed.is_file() and source_digest(executed) == source_digest(source):
        return read_cells(executed)
    return read_cells(source)


def _cell(cell: dict[str, Any]) -> Cell:
    # What is printed comes in as many pieces as the kernel happened to send.
    pieces = itertools.groupby(cell.get("outputs", ()), key=lambda output: output["output_type"])
    outputs = [(kind, "".join(map(_text, group))) for kind, group in pieces]
    return Cell(
        str(cell["id"]),
        cell["cell_type"] == "code",
        "".join(cell["source"]),
        tuple(text for _, text in outputs if text.strip()),
        cell.get("execution_count") is not None,
        any(kind == "error" for kind, _ in outputs),
    )


def _text(output: dict[str, Any]) -> str:
    if output["output_type"] == "stream":
        # What goes to standard error are warnings of the tools around the notebook.
        return "".join(output["text"]) if output["name"] == "stdout" else ""
    if output["output_type"] == "error":
        return f"{output['ename']}: {output['evalue']}".rstrip(": ") + "\n"
    return "".join(output.get("data", {}).get("text/plain", ""))
