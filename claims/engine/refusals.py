"""What a call says when it refuses."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from .excerpt import Artifact

#: What follows tells where the call stands in the source, which moves when a file is edited.
_STACK = re.compile(r"\s*^(?:User Stack|from user code|Set TORCHDYNAMO_VERBOSE)\b.*", re.MULTILINE | re.DOTALL)


def error_of(function: Callable[..., Any], *arguments: Any) -> str:
    """Call a function and return the first line of the error that it raises; empty where it raises none."""
    try:
        function(*arguments)
    except Exception as error:
        return str(error).partition("\n")[0] or type(error).__name__
    return ""


def message_of(function: Callable[..., Any], *arguments: Any) -> Artifact:
    """Call a function and return the whole error that it raises, its kind first, without the stack of the user's code.

    The artifact is empty where it raises none.
    """
    try:
        function(*arguments)
    except Exception as error:
        return Artifact("the error", f"{type(error).__name__}: {_STACK.sub('', str(error)).rstrip()}\n")
    return Artifact("the error", "")
