"""The claim diff in the form that was asked for."""

from __future__ import annotations

from .entries import ClaimDiff
from .render_json import render_json
from .render_markdown import render_markdown
from .render_text import render_text

FORMS = {"text": render_text, "markdown": render_markdown, "json": render_json}


def render(diff: ClaimDiff, form: str) -> str:
    """Return the diff as ``text``, ``markdown`` or ``json``."""
    return FORMS[form](diff)
