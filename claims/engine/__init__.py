"""The evidence engine. A claim script needs no more than these names.

What `capture` offers imports torch, so it is fetched when first asked for: the command line, the gate and the site
read this package too and must not pay for it.
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

from .collector import Collector
from .excerpt import Artifact, Cut, ExcerptError, Loop, Region, count_loads, count_stores
from .flow import Statement, kinds, paths, readers, statements
from .interpreter import run_python
from .model import Control, Run

if TYPE_CHECKING:
    from .capture.compilation import Compilation, Graph, Kernel, bytecode, compile_cpu, trace
    from .capture.dispatch import depth, dispatched, profiled
    from .capture.frames import frame_evaluator
    from .capture.guards import guards_in, refusal
    from .capture.installed import installed_build, installed_source
    from .capture.recording import guards_of, vector_isa
    from .registers import element_bits, float_adds, float_maxima, lanes, loop_that_adds, register_class
    from .sections import imported_names, line_table
    from .threads import running_threads, thread_masks

_CAPTURED = {
    "Compilation": "capture.compilation",
    "Graph": "capture.compilation",
    "Kernel": "capture.compilation",
    "bytecode": "capture.compilation",
    "compile_cpu": "capture.compilation",
    "depth": "capture.dispatch",
    "dispatched": "capture.dispatch",
    "frame_evaluator": "capture.frames",
    "guards_in": "capture.guards",
    "guards_of": "capture.recording",
    "installed_build": "capture.installed",
    "installed_source": "capture.installed",
    "profiled": "capture.dispatch",
    "refusal": "capture.guards",
    "trace": "capture.compilation",
    "element_bits": "registers",
    "float_adds": "registers",
    "float_maxima": "registers",
    "imported_names": "sections",
    "lanes": "registers",
    "line_table": "sections",
    "loop_that_adds": "registers",
    "register_class": "registers",
    "running_threads": "threads",
    "thread_masks": "threads",
    "vector_isa": "capture.recording",
}

__all__ = [
    "Artifact",
    "Collector",
    "Compilation",
    "Control",
    "Cut",
    "ExcerptError",
    "Graph",
    "Kernel",
    "Loop",
    "Region",
    "Run",
    "Statement",
    "bytecode",
    "compile_cpu",
    "count_loads",
    "count_stores",
    "depth",
    "dispatched",
    "element_bits",
    "float_adds",
    "float_maxima",
    "frame_evaluator",
    "guards_in",
    "guards_of",
    "imported_names",
    "installed_build",
    "installed_source",
    "kinds",
    "lanes",
    "line_table",
    "loop_that_adds",
    "paths",
    "profiled",
    "readers",
    "refusal",
    "register_class",
    "run_python",
    "running_threads",
    "statements",
    "thread_masks",
    "trace",
    "vector_isa",
]


def __getattr__(name: str) -> Any:
    if name in _CAPTURED:
        return getattr(importlib.import_module(f".{_CAPTURED[name]}", __name__), name)
    raise AttributeError(name)
