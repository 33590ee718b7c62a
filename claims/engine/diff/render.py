"""The claim diff in the form that was asked for."""

from __future__ import annotations

from .entries import ClaimDiff
from .reading import ALL, SHORT
from .render_json import render_json
from .render_markdown import render_markdown
from .render_text import render_text

FORMS = ("text", "markdown", "json")


def render(diff: ClaimDiff, form: str, *, whole: bool = False) -> str:
    """Return the diff as ``text``, ``markdown`` or ``json``; with `whole` nothing of it is merely counted."""
    if form == "json":
        return render_json(diff)
    return (render_markdown if form == "markdown" else render_text)(diff, ALL if whole else SHORT)
