"""A compiled function called twice with a team of threads, in a throw-away process that may crash."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import torch

from ..forks import end_of_fork
from ..interpreter import End
from ..threads import openmp_runtimes, running_threads
from .compilation import compile_cpu


@dataclass(frozen=True)
class TeamRun:
    """What became of the process, and what it said before it ended."""

    end: End
    shapes: list[list[int]] = field(default_factory=list)
    """Shape of the result of each call that came back."""
    equal: list[bool] = field(default_factory=list)
    """Whether each result is close to eager's."""
    pragmas: list[str] = field(default_factory=list)
    """OpenMP pragmas of the generated code, in order."""
    intra_op: int = 0
    """Intra-op threads that PyTorch said it was set to after the last call."""
    threads: int = 0
    """Threads that the process had after the last call; 0 where the system lists none."""
    before: list[str] = field(default_factory=list)
    """OpenMP runtimes mapped into the process before anything was compiled."""
    runtimes: list[str] = field(default_factory=list)
    """OpenMP runtimes mapped into the process after the last call."""


def run_with_threads(
    subject: Callable[..., Any], x: torch.Tensor, threads: int, between: Callable[[], object] | None = None
) -> TeamRun:
    """Compile and call `subject` in a fork with that many intra-op threads, then call it a second time.

    `between` is called between the two calls.
    """

    def inside() -> None:
        torch.set_num_threads(threads)
        _say(before=openmp_runtimes())
        seen = compile_cpu(subject, x)
        lines = seen.kernel.source.text.splitlines()
        pragmas = [row.strip().removeprefix("#pragma ") for row in lines if "#pragma omp" in row]
        _say(pragmas=pragmas)
        _say_call(seen.output, subject(x))
        if between:
            between()
        _say_call(seen.compiled(x), subject(x))
        _say(intra_op=torch.get_num_threads(), threads=running_threads(), runtimes=openmp_runtimes())

    end = end_of_fork(inside)
    said: dict[str, Any] = {"shapes": [], "equal": []}
    for row in end.output.splitlines():
        for name, value in json.loads(row).items():
            said[name] = [*said[name], value] if name in ("shapes", "equal") else value
    return TeamRun(end, **said)


def _say_call(output: torch.Tensor, expected: torch.Tensor) -> None:
    _say(shapes=list(output.shape), equal=bool(torch.allclose(output, expected, rtol=1e-5, atol=1e-4)))


def _say(**facts: object) -> None:
    print(json.dumps(facts), flush=True)
