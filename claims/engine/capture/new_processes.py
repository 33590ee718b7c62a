"""The first compiled call of a process, in processes that have imported PyTorch and nothing of its compiler.

`NewProcesses` starts one interpreter that imports PyTorch and then only forks, so that each first call is made in a
process that has compiled nothing, without paying for the import again. This module is that interpreter's program too.
"""

from __future__ import annotations

import contextlib
import importlib
import json
import os
import pkgutil
import resource
import statistics
import subprocess
import sys
import tempfile
import time
import traceback
from collections.abc import Callable
from contextlib import AbstractContextManager
from dataclasses import asdict, dataclass, field
from pathlib import Path
from types import TracebackType
from typing import IO, Any
from unittest import mock

import torch

from ..forks import end_of_fork
from . import ledger as ledgers

#: Calls after the first whose median is the time of a later one.
LATER = 10
ROOT = Path(__file__).parents[3]
#: By part, a function of PyTorch's that a sleep can be planted in.
SLEEPERS = {
    ledgers.DYNAMO: ("torch._dynamo.symbolic_convert:InstructionTranslator", "run"),
    ledgers.AOT: ("torch._functorch.aot_autograd", "run_functionalized_fw_and_collect_metadata"),
    ledgers.INDUCTOR: ("torch._inductor.graph:GraphLowering", "run"),
}


@dataclass
class FirstCall:
    """What a first call took, and what came after it. Seconds throughout."""

    first: float
    """From the call of ``torch.compile`` to the first result; the compiler's modules are imported on the way."""
    second: float
    later: float
    """Median of ten further calls."""
    right: bool
    """Whether the result is close to eager's."""
    parts: dict[str, float] = field(default_factory=dict)
    """Of the first call, by part; empty where no ledger was kept."""
    seen: dict[str, list[str]] = field(default_factory=dict)
    """By part, the timers and programs that it was seen by."""
    programs: float = 0.0
    """Seconds of the first call in which other programs were waited for."""
    children: float = 0.0
    """Processor seconds that the system counted for these programs."""
    timed: float = 0.0
    """What PyTorch's timer of the compilation says."""
    compiling: float = 0.0
    """The same by the ledger."""


def first_call(subject: Callable[..., Any], *inputs: Any, parts: bool = False, sleep: str = "") -> FirstCall:
    """Compile and call `subject` in this process, for the first time, and call it again.

    With `parts` a ledger is kept. `sleep` names a part in which the process falls asleep once, for a second longer
    than its imports took by then.
    """
    children = _children()
    start = time.perf_counter()
    if parts:
        with ledgers.keep_ledger() as ledger, _sleeping(ledger, sleep):
            compiled = torch.compile(subject)
            output = compiled(*inputs)
    else:
        compiled = torch.compile(subject)
        output = compiled(*inputs)
    first = time.perf_counter() - start
    second, *later = (_seconds(lambda: compiled(*inputs)) for _ in range(1 + LATER))
    found = FirstCall(
        first,
        second,
        statistics.median(later),
        bool(torch.allclose(output, subject(*inputs), rtol=1e-5, atol=1e-4)),
    )
    if parts:
        found.parts, found.seen, found.programs = ledger.seconds, ledger.seen, ledger.programs
        found.children, found.compiling = _children() - children, ledger.compiling
        found.timed = sum(torch._dynamo.utils.compilation_time_metrics["_compile.compile_inner"])
    return found


def first_call_of_fork(folder: Path, subject: Callable[..., Any], *inputs: Any) -> FirstCall:
    """Make a first call of `subject` in a fork of this process, on the cache in `folder`.

    What this process has imported and found out counts for the fork. Raises RuntimeError where the fork fails.
    """

    def inside() -> None:
        os.environ["TORCHINDUCTOR_CACHE_DIR"] = str(folder)
        print(json.dumps(asdict(first_call(subject, *inputs))))

    end = end_of_fork(inside, seconds=250)
    if end.status != 0:
        raise RuntimeError(f"a fork ended with status {end.status}: {end.errors[-2000:]}")
    return FirstCall(**json.loads(end.output))


class NewProcesses:
    """A context that makes first calls, each in a new process.

    An interpreter that cannot start shows at the first call.
    """

    def __init__(self) -> None:
        self._environment = {**os.environ, "PYTHONPATH": str(ROOT)}
        self._server: subprocess.Popen[str] | None = None

    def __enter__(self) -> NewProcesses:
        self._server = subprocess.Popen(
            [sys.executable, "-m", __name__],
            env=self._environment,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._server is not None:
            self._server.communicate()

    def first_call(
        self, folder: Path, subject: str, n: int, *, parts: bool = False, sleep: str = "", temporary: Path | None = None
    ) -> FirstCall:
        """Make a first call of the function `subject` of the subjects, on the cache in `folder`.

        It gets one matrix with `n` rows and columns. `temporary` is an own folder for temporary files, where PyTorch
        keeps precompiled headers; without, it is the run's. Raises RuntimeError where the process ends without a word.
        """
        request = {"folder": str(folder), "subject": subject, "n": n, "parts": parts, "sleep": sleep}
        request["temporary"] = str(temporary or "")
        server = self._server
        assert server is not None and server.stdin is not None and server.stdout is not None, "not entered"
        server.stdin.write(json.dumps(request) + "\n")
        server.stdin.flush()
        answer = server.stdout.readline()
        if not answer.strip():
            raise RuntimeError("a new process ended without a word; what it printed says why")
        return FirstCall(**json.loads(answer))


def serve(requests: IO[str]) -> None:
    """Fork a process for each request and let it answer."""
    subjects = importlib.import_module("claims.subjects")
    torch.set_num_threads(1)
    for line in requests:
        if (pid := os.fork()) == 0:
            status = 1
            try:
                print(json.dumps(asdict(_answer(json.loads(line), subjects))), flush=True)
                status = 0
            except Exception:
                traceback.print_exc()
            finally:
                sys.stderr.flush()
                os._exit(status)
        if os.waitpid(pid, 0)[1] != 0:
            print(flush=True)


def _answer(request: dict[str, Any], subjects: Any) -> FirstCall:
    os.environ["TORCHINDUCTOR_CACHE_DIR"] = request["folder"]
    if request["temporary"]:
        os.environ["TMPDIR"] = request["temporary"]
        tempfile.tempdir = None  # Python asks once, and PyTorch may have made it ask.
    subject, x = getattr(subjects, request["subject"]), subjects.square(request["n"])
    return first_call(subject, x, parts=request["parts"], sleep=request["sleep"])


def _sleeping(ledger: ledgers.Ledger, part: str) -> AbstractContextManager[object]:
    """Return a context in which a function of the part sleeps before it does its work; none for no part."""
    if not part:
        return contextlib.nullcontext()
    place, name = SLEEPERS[part]
    owner = pkgutil.resolve_name(place)
    function = getattr(owner, name)

    def slow(*arguments: Any, **named: Any) -> Any:
        time.sleep(1.0 + ledger.seconds[ledgers.IMPORTS])
        return function(*arguments, **named)

    return mock.patch.object(owner, name, slow)


def _seconds(call: Callable[[], object]) -> float:
    start = time.perf_counter()
    call()
    return time.perf_counter() - start


def _children() -> float:
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


if __name__ == "__main__":
    serve(sys.stdin)
