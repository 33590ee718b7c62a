"""The evidence engine. A claim script needs no more than these names.

``compile_cpu`` and its kin import torch, so they are fetched when first asked for: the command line, the gate and the
site read this package too and must not pay for it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from .collector import Collector
from .excerpt import Artifact, Cut, ExcerptError, Loop, Region
from .model import Control, Run

if TYPE_CHECKING:
    from .capture import Compilation, Graph, Kernel, compile_cpu, installed_build, installed_source, trace

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
    "compile_cpu",
    "installed_build",
    "installed_source",
    "trace",
]


def __getattr__(name: str) -> Any:
    if name in __all__:
        from . import capture

        return getattr(capture, name)
    raise AttributeError(name)
