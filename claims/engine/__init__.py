"""The evidence engine. A claim script needs no more than these names.

What `capture` offers imports torch, so it is fetched when first asked for: the command line, the gate and the site
read this package too and must not pay for it.
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

from .collector import Collector
from .excerpt import Artifact, Cut, ExcerptError, Loop, Region, count_loads, count_stores
from .interpreter import run_python
from .model import Control, Run

if TYPE_CHECKING:
    from .capture.compilation import Compilation, Graph, Kernel, bytecode, compile_cpu, trace
    from .capture.dispatch import depth, dispatched, profiled
    from .capture.frames import frame_evaluator
    from .capture.guards import guards_in, refusal
    from .capture.installed import installed_build, installed_source
    from .capture.recording import guards_of, vector_isa
    from .listing import MACHINE_CODE, disassemble
    from .pointers import overlap_checks, vector_loops

_CAPTURED = {
    "MACHINE_CODE": "listing",
    "Compilation": "capture.compilation",
    "Graph": "capture.compilation",
    "Kernel": "capture.compilation",
    "bytecode": "capture.compilation",
    "compile_cpu": "capture.compilation",
    "depth": "capture.dispatch",
    "disassemble": "listing",
    "dispatched": "capture.dispatch",
    "frame_evaluator": "capture.frames",
    "guards_in": "capture.guards",
    "guards_of": "capture.recording",
    "installed_build": "capture.installed",
    "installed_source": "capture.installed",
    "overlap_checks": "pointers",
    "profiled": "capture.dispatch",
    "refusal": "capture.guards",
    "trace": "capture.compilation",
    "vector_isa": "capture.recording",
    "vector_loops": "pointers",
}

__all__ = [
    "MACHINE_CODE",
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
    "bytecode",
    "compile_cpu",
    "count_loads",
    "count_stores",
    "depth",
    "disassemble",
    "dispatched",
    "frame_evaluator",
    "guards_in",
    "guards_of",
    "installed_build",
    "installed_source",
    "overlap_checks",
    "profiled",
    "refusal",
    "run_python",
    "trace",
    "vector_isa",
    "vector_loops",
]


def __getattr__(name: str) -> Any:
    if name in _CAPTURED:
        return getattr(importlib.import_module(f".{_CAPTURED[name]}", __name__), name)
    raise AttributeError(name)
