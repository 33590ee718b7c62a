"""Rows in aligned columns: the small tables that claims show as excerpts."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from .excerpt import Artifact
from .model import Figure, display


def table(name: str, columns: str, rows: Iterable[Sequence[Figure]], depends: Sequence[str] = ()) -> Artifact:
    """Return rows of cells as an aligned text, an artifact called `name`.

    `columns` says for each column how it is aligned and how wide it is, as an f-string has it: ``<14 >9``. The last
    column may go without. Numbers are shown as prose shows them, ``4,096``; a row may be the headings. Raises
    ValueError for a row with more cells than one beyond the columns.
    """
    layout = [*columns.split(), ""]
    text = ""
    for row in rows:
        if len(row) > len(layout):
            raise ValueError(f"{name}: {len(row)} cells for {len(layout)} columns: {list(row)}")
        cells = (f"{display(cell):{column}}" for cell, column in zip(row, layout, strict=False))
        text += "".join(cells).rstrip() + "\n"
    return Artifact(name, text, "text", tuple(depends))
