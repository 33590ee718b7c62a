"""The evidence engine. A claim script needs no more than these names.

What `capture` offers imports torch, so it is fetched when first asked for: the command line, the gate and the site
read this package too and must not pay for it.
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

from .collector import Collector
from .excerpt import Artifact, Cut, ExcerptError, Loop, Region
from .model import Control, Run

if TYPE_CHECKING:
    from .capture.compilation import Compilation, Graph, Kernel, bytecode, compile_cpu, trace
    from .capture.installed import installed_build, installed_source

_CAPTURED = {
    "Compilation": "capture.compilation",
    "Graph": "capture.compilation",
    "Kernel": "capture.compilation",
    "bytecode": "capture.compilation",
    "compile_cpu": "capture.compilation",
    "installed_build": "capture.installed",
    "installed_source": "capture.installed",
    "trace": "capture.compilation",
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
    "bytecode",
    "compile_cpu",
    "installed_build",
    "installed_source",
    "trace",
]


def __getattr__(name: str) -> Any:
    if name in _CAPTURED:
        return getattr(importlib.import_module(f".{_CAPTURED[name]}", __name__), name)
    raise AttributeError(name)
