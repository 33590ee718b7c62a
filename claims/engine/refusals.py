"""What a call says when it refuses."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from .excerpt import Artifact

#: What tells where in a source something stands, and so moves when a file is edited: a stack and all after it, a place.
_STACK = re.compile(r"\s*^(?:User Stack|from user code|Set TORCHDYNAMO_VERBOSE)\b.*", re.MULTILINE | re.DOTALL)
_PLACE = re.compile(r"  # \S+:\d+ in \w+")


def error_of(function: Callable[..., Any], *arguments: Any) -> str:
    """Call a function and return the first line of the error that it raises; empty where it raises none."""
    try:
        function(*arguments)
    except Exception as error:
        return str(error).partition("\n")[0] or type(error).__name__
    return ""


def without_places(text: str) -> str:
    """Return a message of PyTorch's without the stack of the user's code and the places in it."""
    return _PLACE.sub("", _STACK.sub("", text)).rstrip()


def message_of(function: Callable[..., Any], *arguments: Any) -> Artifact:
    """Call a function and return the whole error that it raises, its kind first, without places in the user's code.

    The artifact is empty where it raises none.
    """
    try:
        function(*arguments)
    except Exception as error:
        return Artifact("the error", f"{type(error).__name__}: {without_places(str(error))}\n")
    return Artifact("the error", "")
