"""Functions copied so that PyTorch has compiled nothing of them, and has learned nothing about them."""

from __future__ import annotations

from collections.abc import Callable
from types import FunctionType
from typing import Any


def with_own_code(subject: Callable[..., Any], *, elsewhere: str = "") -> Callable[..., Any]:
    """Return the same function with a code object of its own; what is no Python function comes back as it is.

    PyTorch keeps its compilations by code object. What it has learned about sizes it keeps by file, line and name; with
    `elsewhere`, a name for a file that does not exist, the copy starts without that too.
    """
    if not isinstance(subject, FunctionType):
        return subject
    code = subject.__code__.replace(co_filename=elsewhere or subject.__code__.co_filename)
    return FunctionType(code, subject.__globals__, subject.__name__, subject.__defaults__, subject.__closure__)
