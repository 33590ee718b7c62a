"""The two paths that most orderings compare: a function as PyTorch runs it, and the same function compiled."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from ..timing.declared import Path
from .compilation import compile_cpu


def eager(subject: Callable[..., Any], *inputs: Any, name: str = "eager") -> Path:
    """Return the path that calls `subject` as it is."""
    return Path(name, lambda: subject(*inputs))


def compiled(
    subject: Callable[..., Any], *inputs: Any, name: str = "compiled", options: Mapping[str, Any] | None = None
) -> Path:
    """Return the path that calls `subject` compiled for the shapes of `inputs`; it is compiled now.

    Other shapes compile a program of their own instead of a dynamic one, so that several sizes stand side by side.
    Whatever the first compiled call raises, this raises.
    """
    function = compile_cpu(subject, *inputs, options=options, dynamic=False).compiled
    return Path(name, lambda: function(*inputs))
