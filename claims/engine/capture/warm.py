"""The warm start: imported once by the fork server, after which every fork can compile without paying for it again.

Importing this module imports torch and Inductor, probes the vector ISA, and compiles throwaway functions, which
also builds the precompiled header in the run's own TMPDIR. It must leave the process single-threaded.
"""

from __future__ import annotations

import gc
import os
import time
from collections.abc import Iterator
from contextlib import contextmanager
from types import MappingProxyType

_seconds: dict[str, float] = {}


@contextmanager
def _phase(name: str) -> Iterator[None]:
    start = time.perf_counter()
    yield
    _seconds[name] = time.perf_counter() - start


with _phase("import torch"):
    import torch

with _phase("import Dynamo and Inductor"):
    import torch._dynamo
    import torch._inductor.compile_fx
    from torch._inductor import cpu_vec_isa

with _phase("import the disassembler and the object reader"):
    import capstone  # noqa: F401
    import lief

    lief.disable_leak_warning()

    from . import compilation, recording

with _phase("import the words of claim scripts"):
    from claims import engine

    for _word in engine.__all__:
        getattr(engine, _word)

torch.set_num_threads(1)

with _phase("probe the vector ISA"):
    #: Inductor's own answer; its name is ``INVALID_VEC_ISA`` where the probe failed.
    ISA = str(cpu_vec_isa.pick_vec_isa())


def _throwaway(x: torch.Tensor) -> torch.Tensor:
    # The operators that most claims compile, so that no fork is the first to trace and lower them.
    return torch.relu(x @ x.T * 0.5 - 3.0)


with _phase("compile throwaway functions"):
    with torch.no_grad():
        torch.compile(_throwaway)(torch.ones(8, 8))
    # The second time with everything that a claim asks of a compilation, so that no fork imports or parses it first.
    warmed = compilation.compile_cpu(_throwaway, torch.ones(16, 16))
    _ = [kernel.machine_code.artifact for kernel in warmed.kernels], warmed.guards, warmed.graph.artifact

recording.reset()
gc.collect()
# Objects of the warm start leave the collector's sight, so that no fork copies their pages.
gc.freeze()

THREADS = len(os.listdir("/proc/self/task")) if os.path.isdir("/proc/self/task") else 1  # noqa: PTH208, PTH112
SECONDS = MappingProxyType(_seconds)
