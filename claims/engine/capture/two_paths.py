"""The two paths that most orderings compare, a function as PyTorch runs it and compiled, and the bytes each moves."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from ..excerpt import ExcerptError, count_loads, count_stores
from ..timing.declared import Path
from .compilation import Compilation, compile_cpu
from .copies import with_own_code
from .dispatch import dispatched


@dataclass(frozen=True)
class CompiledPath(Path):
    """A compiled way to a result, with what came of its compilation."""

    compilation: Compilation


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
) -> CompiledPath:
    """Return the path that calls `subject` compiled for the shapes of `inputs`, or if `dynamic` for any; now.

    With `anew` its kernels are built even where another claim of the run has built the same: for a script that times
    this very call.

    The path is the only one of its code object, since PyTorch keeps its compilations by code object: the guards of
    none stand before another's, and a sweep does not come to the limit of variants.
    Whatever the first compiled call raises, this raises.
    """
    compilation = compile_cpu(with_own_code(subject), *inputs, options=options, dynamic=dynamic, anew=anew)
    return CompiledPath(name, lambda: compilation.compiled(*inputs), compilation)


def interface_bytes(subject: Callable[..., Any], compilation: Compilation, *inputs: Any) -> tuple[int, int]:
    """Return the bytes that eager's operators take and give, and those that the generated loops load and store.

    `compilation` is what `subject` was compiled to for these `inputs`. Every element counts as large as one of the
    first input, a library call of the compiled path as none.
    Raises ExcerptError for a loop within a loop, or one whose bound is symbolic.
    """
    operators = sum(call.bytes_read + call.bytes_written for call in dispatched(subject, *inputs))
    loops = [loop for kernel in compilation.kernels for loop in kernel.loops]
    if any(loop.loops for loop in loops):
        raise ExcerptError("a loop within a loop: its loads and stores have no simple count")
    elements = sum((count_loads(loop) + count_stores(loop)) * loop.step * loop.iterations for loop in loops)
    return operators, elements * inputs[0].element_size()
