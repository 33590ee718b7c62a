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
from .wrapper_call import WrapperCall, wrapper_call

if TYPE_CHECKING:
    from .capture.backward import backward_of, counted, joint_graphs, saved_for_backward
    from .capture.compilation import Compilation, Graph, Kernel, bytecode, compile_cpu, trace
    from .capture.dispatch import depth, dispatched, profiled
    from .capture.frames import frame_evaluator
    from .capture.guards import guards_in, refusal
    from .capture.installed import installed_build, installed_source
    from .capture.recording import guards_of, vector_isa

_CAPTURED = {
    "backward_of": "capture.backward",
    "counted": "capture.backward",
    "joint_graphs": "capture.backward",
    "saved_for_backward": "capture.backward",
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
    "WrapperCall",
    "backward_of",
    "bytecode",
    "compile_cpu",
    "count_loads",
    "count_stores",
    "counted",
    "depth",
    "dispatched",
    "frame_evaluator",
    "guards_in",
    "guards_of",
    "installed_build",
    "installed_source",
    "joint_graphs",
    "profiled",
    "refusal",
    "run_python",
    "saved_for_backward",
    "trace",
    "vector_isa",
    "wrapper_call",
]


def __getattr__(name: str) -> Any:
    if name in _CAPTURED:
        return getattr(importlib.import_module(f".{_CAPTURED[name]}", __name__), name)
    raise AttributeError(name)
