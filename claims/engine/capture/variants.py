"""How many programs a function is compiled into over a series of inputs, and what that takes."""

from __future__ import annotations

import json
import os
import resource
import tempfile
import time
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from typing import Any

import torch

from ..compiler_call import CompilerCall
from ..forks import end_of_fork
from . import recording


@dataclass(frozen=True)
class Variants:
    """What came of calling one compiled function with a series of inputs."""

    graphs: int
    """Graphs that Dynamo captured."""
    kernels: int
    """Kernels that the C++ compiler built."""
    seconds: list[float]
    """What the call with each input took, compilation included."""
    processor: float
    """Processor seconds of all these calls and of the compilers that they started."""
    right: bool
    """Whether every result is eager's."""


def compile_variants(
    subject: Callable[..., Any], inputs: Sequence[Any], *, dynamic: bool | None, build: bool = True
) -> Variants:
    """Compile `subject` and call it once with each of `inputs`, in a fork with a cache folder of its own.

    `dynamic` is torch.compile's: False for a program per shape, True for one for all of them, None for one shape at
    first and any shape from the second on. Without `build` only Dynamo runs, and eager computes the captured graphs.
    Raises RuntimeError where the fork fails.
    """

    def inside() -> None:
        recording.reset()
        with tempfile.TemporaryDirectory() as folder, recording.record() as seen:
            os.environ["TORCHINDUCTOR_CACHE_DIR"] = folder
            backend = recording.backend(seen, {}) if build else recording.no_backend(seen)
            compiled = torch.compile(subject, backend=backend, dynamic=dynamic)
            seconds, right, before = [], True, _processor()
            for each in inputs:
                start = time.perf_counter()
                output = compiled(each)
                seconds.append(time.perf_counter() - start)
                right = right and torch.equal(output, subject(each))
            spent = _processor() - before
            calls = [CompilerCall(command, 0.0) for command, _ in seen.commands]
            kernels = sum(any(word.endswith(".main.cpp") for word in call.words) for call in calls)
            print(json.dumps(asdict(Variants(len(seen.dynamo), kernels, seconds, spent, right))))

    end = end_of_fork(inside, seconds=250)
    if end.status != 0:
        raise RuntimeError(f"a fork ended with status {end.status}: {end.errors[-2000:]}")
    return Variants(**json.loads(end.output.splitlines()[-1]))


def _processor() -> float:
    used = (resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))
    return sum(each.ru_utime + each.ru_stime for each in used)
