"""The evidence engine. A claim script needs no more than these names.

What `capture` offers imports torch, so it is fetched when first asked for: the command line, the gate and the site
read this package too and must not pay for it.
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

from .collector import Collector
from .dataflow import maker, registers
from .excerpt import Artifact, Cut, ExcerptError, Loop, Region, count_loads, count_stores
from .interpreter import run_python
from .model import Control, Run

if TYPE_CHECKING:
    from .capture.arithmetic import shortcuts
    from .capture.compilation import Compilation, Graph, Kernel, bytecode, compile_cpu, trace
    from .capture.dispatch import depth, dispatched, profiled
    from .capture.exhaustive import Sweep, bits, every_pattern, sweep_float32
    from .capture.frames import frame_evaluator
    from .capture.guards import guards_in, refusal
    from .capture.installed import installed_build, installed_source
    from .capture.native import FLOATING, Built, build_like, option_state, typed_options
    from .capture.recording import guards_of, vector_isa

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
    "vector_isa": "capture.recording",
    "Built": "capture.native",
    "FLOATING": "capture.native",
    "Sweep": "capture.exhaustive",
    "bits": "capture.exhaustive",
    "build_like": "capture.native",
    "every_pattern": "capture.exhaustive",
    "option_state": "capture.native",
    "shortcuts": "capture.arithmetic",
    "sweep_float32": "capture.exhaustive",
    "typed_options": "capture.native",
}

__all__ = [
    "FLOATING",
    "Artifact",
    "Built",
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
    "Sweep",
    "bits",
    "build_like",
    "bytecode",
    "compile_cpu",
    "count_loads",
    "count_stores",
    "depth",
    "dispatched",
    "every_pattern",
    "frame_evaluator",
    "guards_in",
    "guards_of",
    "installed_build",
    "installed_source",
    "maker",
    "option_state",
    "profiled",
    "refusal",
    "registers",
    "run_python",
    "shortcuts",
    "sweep_float32",
    "trace",
    "typed_options",
    "vector_isa",
]


def __getattr__(name: str) -> Any:
    if name in _CAPTURED:
        return getattr(importlib.import_module(f".{_CAPTURED[name]}", __name__), name)
    raise AttributeError(name)
