"""Functions copied so that PyTorch has compiled nothing of them: it keeps its compilations by code object."""

from __future__ import annotations

from collections.abc import Callable
from types import FunctionType
from typing import Any


def with_own_code(subject: Callable[..., Any]) -> Callable[..., Any]:
    """Return the same function with a code object of its own; what is no Python function comes back as it is."""
    if not isinstance(subject, FunctionType):
        return subject
    code, defaults = subject.__code__.replace(), subject.__defaults__
    return FunctionType(code, subject.__globals__, subject.__name__, defaults, subject.__closure__)
