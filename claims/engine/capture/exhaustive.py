"""Eager and compiled on every bit pattern of an element type, compared bit for bit."""

from __future__ import annotations

import multiprocessing
import os
import sys
import time
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor, as_completed
from dataclasses import dataclass, fields

import torch
from torch import Tensor

#: Patterns per call of the compiled function: input and results stay in a core's cache.
CHUNK = 2**18
#: Patterns per job of a worker: small enough to show progress, large enough to compile once per worker only.
PIECE = 2**26
#: The bit that tells a quiet NaN of float32 from a signalling one.
QUIET = 1 << 22

_INTEGERS = {1: torch.int8, 2: torch.int16, 4: torch.int32, 8: torch.int64}


@dataclass(frozen=True)
class Sweep:
    """Counts over the patterns that were compared."""

    compared: int = 0
    differing: int = 0
    """Results whose bits are not the same, NaNs included."""
    zeros: int = 0
    """Results of the compiled function that are zero."""
    nans: int = 0
    """Results of the compiled function that are NaN."""
    kept: int = 0
    """NaNs in whose result every bit but the quiet one is the input's, and the quiet one is set."""
    signalling: int = 0
    """NaNs that went in with the quiet bit clear."""

    def __add__(self, other: Sweep) -> Sweep:
        return Sweep(*(getattr(self, field.name) + getattr(other, field.name) for field in fields(self)))


def bits(tensor: Tensor) -> Tensor:
    """Return the bit patterns of a tensor's elements as integers of the same size, without a copy."""
    return tensor.view(_INTEGERS[tensor.element_size()])


def every_pattern(dtype: torch.dtype) -> Tensor:
    """Return all 65,536 values of a 16-bit element type, in the order of their bit patterns."""
    return torch.arange(2**16, dtype=torch.int32).to(torch.int16).view(dtype)


def sweep_float32(
    subject: Callable[[Tensor], Tensor],
    reference: Callable[[Tensor], Tensor],
    first: int = 0,
    count: int = 2**32,
) -> Sweep:
    """Compare `subject`, compiled, with `reference`, eager, on `count` float32 bit patterns from `first` on.

    Every core gets a process of its own, which compiles for itself. Both functions must be importable. `first` and
    `count` are multiples of the chunk. Raises ValueError where they are not, BrokenProcessPool where a worker dies.
    """
    if first % CHUNK or count % CHUNK:
        raise ValueError(f"first and count are multiples of {CHUNK:,}")
    pieces = [(start, min(PIECE, first + count - start)) for start in range(first, first + count, PIECE)]
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    context = multiprocessing.get_context("fork" if sys.platform == "linux" else "spawn")
    begin, total = time.perf_counter(), Sweep()
    with ProcessPoolExecutor(min(cores, len(pieces)), context, torch.set_num_threads, (1,)) as pool:
        jobs = [pool.submit(_piece, subject, reference, *piece) for piece in pieces]
        for number, job in enumerate(as_completed(jobs), 1):
            total += job.result()
            print(
                f"{number} of {len(jobs)} ranges, {total.compared:,} patterns, {total.differing:,} differ, "
                f"{time.perf_counter() - begin:.1f} s",
                flush=True,
            )
    return total


def _piece(subject: Callable[[Tensor], Tensor], reference: Callable[[Tensor], Tensor], first: int, count: int) -> Sweep:
    """Compare one range; the second range in a process finds the function compiled."""
    compiled = torch.compile(subject, dynamic=False)
    low = torch.arange(CHUNK, dtype=torch.int32)
    pattern = torch.empty_like(low)
    x = pattern.view(torch.float32)
    total = Sweep()
    with torch.no_grad():
        for start in range(first, first + count, CHUNK):
            # The upper half of the patterns are the negative int32 numbers.
            torch.add(low, start - 2**32 if start >= 2**31 else start, out=pattern)
            total += _compare(pattern, x, reference(x), compiled(x))
    return total


def _compare(pattern: Tensor, x: Tensor, eager: Tensor, compiled: Tensor) -> Sweep:
    seen, wanted = bits(compiled), bits(eager)
    differing = 0 if torch.equal(seen, wanted) else int(torch.count_nonzero(seen != wanted))
    nans = CHUNK - int(torch.count_nonzero(compiled == compiled))
    kept = signalling = 0
    if nans:
        into = x.isnan()
        kept = int(torch.count_nonzero(into & (seen == (pattern | QUIET))))
        signalling = int(torch.count_nonzero(into & (pattern & QUIET == 0)))
    return Sweep(CHUNK, differing, CHUNK - int(torch.count_nonzero(seen)), nans, kept, signalling)
