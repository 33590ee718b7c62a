"""What a call asks of PyTorch's CPU allocator, from the allocator's own records."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

import torch
from torch._C._profiler import _EventType


@dataclass(frozen=True)
class Allocations:
    """The allocations and releases of one call, in order."""

    sizes: tuple[int, ...]
    """Bytes of each; negative for a release."""

    @property
    def made(self) -> int:
        """How many allocations there were."""
        return sum(size > 0 for size in self.sizes)

    @property
    def peak(self) -> int:
        """The most bytes of the call's own that were held at once."""
        return max(itertools.accumulate(self.sizes, initial=0))

    @property
    def at_return(self) -> int:
        """The bytes of the call's own that were still held when it had returned."""
        return sum(self.sizes)


def allocations(subject: Callable[..., Any], *inputs: Any) -> Allocations:
    """Call `subject`, keep what it returns, and report what the CPU allocator recorded in between.

    Memory that a library takes past PyTorch's allocator is not in the record.
    """
    cpu = torch.profiler.ProfilerActivity.CPU
    with torch.profiler.profile(activities=[cpu], profile_memory=True) as profiler:
        kept = subject(*inputs)
    results: Any = profiler.profiler.kineto_results if profiler.profiler else None
    events = [event for event in _all(results.experimental_event_tree()) if event.tag == _EventType.Allocation]
    del kept
    ordered = sorted(events, key=lambda event: int(event.start_time_ns))
    return Allocations(tuple(int(event.extra_fields.alloc_size) for event in ordered))


def _all(events: Any) -> Iterator[Any]:
    for event in events:
        yield event
        yield from _all(event.children)
