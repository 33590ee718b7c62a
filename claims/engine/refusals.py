"""What a call says when it refuses."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any


def error_of(function: Callable[..., Any], *arguments: Any) -> str:
    """Call a function and return the first line of the error that it raises; empty where it raises none."""
    try:
        function(*arguments)
    except Exception as error:
        return str(error).partition("\n")[0] or type(error).__name__
    return ""
