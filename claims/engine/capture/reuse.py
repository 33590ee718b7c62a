"""What each call of a compiled function leads to, step by step: refused, traced, compiled, generated, built."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any
from unittest import mock

import torch
from torch._dynamo.utils import clear_compilation_metrics, counters, get_compilation_metrics
from torch._inductor.graph import GraphLowering

from . import recording
from .series import Given


@dataclass(frozen=True)
class Steps:
    """How often each step was taken, in one call or in several."""

    refused: int = 0
    """Cache entries whose guards failed, by the counter that PyTorch keeps where it evaluates them."""
    traced: int = 0
    """Functions of the subject's file that Dynamo interpreted, by the records that it keeps of that."""
    compiled: int = 0
    """Graphs that the backend was called with."""
    generated: int = 0
    """Times that Inductor generated code, where it does; it also hands on what it finds in its cache."""
    found: int = 0
    """Graphs for which Inductor found its files again, by its counter."""
    built: int = 0
    """Kernels that the C++ compiler was started for."""

    def __add__(self, other: Steps) -> Steps:
        return Steps(*(one + two for one, two in zip(self.counts, other.counts, strict=True)))

    def __sub__(self, other: Steps) -> Steps:
        return Steps(*(one - two for one, two in zip(self.counts, other.counts, strict=True)))

    @property
    def counts(self) -> tuple[int, ...]:
        """The six numbers in the order of the steps."""
        return self.refused, self.traced, self.compiled, self.generated, self.found, self.built


@dataclass(frozen=True)
class CountedCall:
    """One call, what it led to, and what could be told of it before."""

    words: str
    steps: Steps
    foretold: int
    """Entries that refuse the arguments when they are asked in the cache's order, up to the first that does not."""


def count_steps(subject: Callable[..., Any], calls: Sequence[Given]) -> tuple[CountedCall, ...]:
    """Compile `subject` with Inductor, make the calls one after the other, and count the steps of each.

    No two steps share a counter. Raises whatever a call raises.
    """
    counted = []
    clear_compilation_metrics()
    generated: list[GraphLowering] = []
    generate = GraphLowering.codegen

    def noted(self: GraphLowering) -> Any:
        generated.append(self)
        return generate(self)

    with recording.record(once=True) as seen, mock.patch.object(GraphLowering, "codegen", noted):
        compiled = torch.compile(subject, backend=recording.backend(seen, {}))
        for given in calls:
            named = inspect.signature(subject).bind(*given.arguments).arguments
            with given.under():
                foretold = _refusing(subject, named)
                before = _so_far(subject, seen, len(generated))
                compiled(*given.arguments)
            counted.append(CountedCall(given.words, _so_far(subject, seen, len(generated)) - before, foretold))
    return tuple(counted)


def _so_far(subject: Callable[..., Any], seen: recording.Recording, generated: int) -> Steps:
    entries = torch._dynamo.eval_frame._debug_get_cache_entry_list(subject.__code__)
    return Steps(
        refused=sum(entry.guard_manager.root.fail_count() for entry in entries),
        traced=sum(each.co_filename == subject.__code__.co_filename for each in get_compilation_metrics()),
        compiled=len(seen.dynamo),
        generated=generated,
        found=counters["inductor"]["fxgraph_cache_hit"],
        built=sum(".main.cpp" in command for command, _ in seen.commands),
    )


def _refusing(subject: Callable[..., Any], named: dict[str, Any]) -> int:
    refusing = 0
    for entry in torch._dynamo.eval_frame._debug_get_cache_entry_list(subject.__code__):
        if entry.guard_manager.check(named):
            break
        refusing += 1
    return refusing
