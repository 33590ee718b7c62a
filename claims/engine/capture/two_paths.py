"""The two paths that most orderings compare: a function as PyTorch runs it, and the same function compiled."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from ..timing.declared import Path
from .compilation import compile_cpu
from .copies import with_own_code


def eager(subject: Callable[..., Any], *inputs: Any, name: str = "eager") -> Path:
    """Return the path that calls `subject` as it is."""
    return Path(name, lambda: subject(*inputs))


def compiled(
    subject: Callable[..., Any],
    *inputs: Any,
    name: str = "compiled",
    options: Mapping[str, Any] | None = None,
    dynamic: bool = False,
    anew: bool = False,
) -> Path:
    """Return the path that calls `subject` compiled for the shapes of `inputs`, or if `dynamic` for any; now.

    With `anew` its kernels are built even where another claim of the run has built the same: for a script that times
    this very call.

    The path is the only one of its code object, since PyTorch keeps its compilations by code object: the guards of
    none stand before another's, and a sweep does not come to the limit of variants.
    Whatever the first compiled call raises, this raises.
    """
    function = compile_cpu(with_own_code(subject), *inputs, options=options, dynamic=dynamic, anew=anew).compiled
    return Path(name, lambda: function(*inputs))
