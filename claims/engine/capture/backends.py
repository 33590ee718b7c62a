"""A function compiled by any backend: what it returned, and which stages of the usual route it came through."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import torch
from torch._dynamo.utils import counters

from . import recording


@dataclass(frozen=True)
class BackendRun:
    """One function compiled by one backend and called once."""

    name: str
    """The backend's name, or that of the function that is one."""
    output: Any
    graphs: int
    """Graphs that Dynamo captured."""
    prepared: int
    """Graphs that came to AOTAutograd."""
    programs: int
    """Programs that Inductor generated."""


def run_with_backend(subject: Callable[..., Any], *inputs: Any, backend: str | Callable[..., Any]) -> BackendRun:
    """Compile `subject` whole with a backend, forgetting what was compiled before, and call it once on `inputs`.

    Raises whatever the compiled call raises.
    """
    recording.reset()
    with recording.record(once=True) as seen:
        output = torch.compile(subject, backend=backend, fullgraph=True)(*inputs)
    return BackendRun(
        backend if isinstance(backend, str) else backend.__name__,
        output,
        graphs=counters["stats"]["unique_graphs"],
        prepared=counters["aot_autograd"]["total"],
        programs=len(seen.wrappers),
    )
