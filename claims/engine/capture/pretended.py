"""A function captured and compiled for a tensor that only says that it is on a device: there need be none."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import torch
from torch._subclasses.fake_tensor import FakeTensorMode

from ..refusals import message_of
from . import recording
from .compilation import Graph, trace


@dataclass(frozen=True)
class Pretended:
    """What could be had of a function for a device that need not be there."""

    graph: Graph
    """The ATen graph."""
    devices: tuple[str, ...]
    """The kind of device that each value of the graph says it is on."""
    error: str
    """What stopped the compiler, on one line; empty where nothing did. A build with CUDA is not tried."""
    generated: int
    """Wrappers that Inductor wrote before it stopped."""


def pretend(subject: Callable[..., Any], x: torch.Tensor, device: str) -> Pretended:
    """Trace and compile `subject` for a fake tensor with the shape and strides of `x` on a device of that kind."""
    with FakeTensorMode(), recording.record() as seen:
        fake = torch.empty_strided(x.shape, x.stride(), dtype=x.dtype, device=device)
        graph = trace(subject, fake)
        # A build with CUDA would look for the device itself, from a fork.
        error = message_of(torch.compile(subject), fake).text if torch.version.cuda is None else ""
    values = [node.meta["val"] for node in graph.module.graph.nodes if "val" in node.meta]
    return Pretended(graph, tuple(value.device.type for value in values), " ".join(error.split()), len(seen.wrappers))
