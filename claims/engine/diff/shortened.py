"""A claim diff in Markdown, cut to what the text of a pull request can hold."""

from __future__ import annotations

import re

from .reading import more

#: The first entry of a class takes the heading of its class with it.
_ENTRY = re.compile(r"^(?:## .*\n\n)?### ", re.MULTILINE)


def shortened(text: str, limit: int) -> str:
    """Return Markdown of at most `limit` characters: whole entries from the top, and a line that counts the rest.

    What stands before the first entry is kept, however small the limit is.
    """
    if len(text) <= limit:
        return text
    starts = [entry.start() for entry in _ENTRY.finditer(text)]
    short = text
    for kept in reversed(range(len(starts))):
        short = f"{text[: starts[kept]]}{more(len(starts), kept, 'entry')}, left out of this text for its length.\n"
        if len(short) <= limit:
            break
    return short
