"""Small notebooks for tests, written as Jupyter writes them."""

from __future__ import annotations

import json


def notebook(*cells: tuple[str, str]) -> str:
    """Return a notebook without outputs. A cell is a name and its source; those called ``about…`` are prose."""
    document = {"cells": [_cell(*cell) for cell in cells], "metadata": {}, "nbformat": 4, "nbformat_minor": 5}
    return json.dumps(document, indent=1)


def _cell(name: str, source: str) -> dict[str, object]:
    common = {"id": name, "metadata": {}, "source": source.splitlines(keepends=True)}
    if name.startswith("about"):
        return {"cell_type": "markdown", **common}
    return {"cell_type": "code", "execution_count": None, "outputs": [], **common}
