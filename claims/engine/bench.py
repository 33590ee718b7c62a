"""What the fork server saves: warm claims against cold interpreters with empty caches, both on all cores."""

from __future__ import annotations

import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from pathlib import Path

from . import machine
from .compiler_time import CompilerTime
from .discover import discover, select
from .errors import EngineError
from .model import Attempt, Claim, Outcome
from .project import Project
from .run import run_claims
from .runner import Options

#: The claim that is run again and again: it compiles one kernel and disassembles it.
SUBJECT = "fusion.machine-code"

#: A script that uses one of these words runs a kernel on every bit pattern of a type.
EXHAUSTIVE = ("every_pattern", "sweep_float32")

_COLD = """
import importlib, sys
sys.path.insert(0, {root!r})
from claims.engine.collector import Collector
from claims.engine.capture import recording
recording.start_from_seed()
importlib.import_module({module!r}).collect(Collector())
"""


@dataclass(frozen=True)
class Bench:
    """Seconds; every ratio is of figures from this one run."""

    workers: int
    cold: list[float]
    """Wall seconds of each cold interpreter: import, probe, precompiled header, claim."""
    cold_per_claim: float
    """Wall seconds per claim with all cores busy."""
    warm: list[float]
    """Wall seconds of each forked claim."""
    warm_per_claim: float
    """Wall seconds per claim with all cores busy, the warm start left out."""
    server_start: float
    server_parts: dict[str, float]
    """What the warm start is made of."""
    compiler: float
    """Median seconds that the C++ compiler took within a forked claim."""

    @property
    def warm_speedup(self) -> float:
        return self.cold_per_claim / self.warm_per_claim

    @property
    def run_speedup(self) -> float:
        """Speed-up of the whole run of warm claims, the start of the server counted in."""
        return self.cold_per_claim * len(self.warm) / (self.server_start + self.warm_per_claim * len(self.warm))

    @property
    def over_compiler(self) -> float:
        """A forked claim's time over its compiler's time, medians."""
        return statistics.median(self.warm) / self.compiler


def measure(project: Project, runs: int, cold: int, say: Callable[[str], None]) -> Bench:
    """Run the subject claim `cold` times in cold interpreters, then `runs` times in forks.

    Raises EngineError where a run fails: a failed run has no time.
    """
    claim = select(discover(project), (SUBJECT,))[0]
    workers = os.cpu_count() or 1
    cold_seconds, cold_per_claim = _cold(project, claim, cold, workers, say)
    say(f"{runs} forks of the warm server …")
    copies = [replace(claim, id=f"bench.run-{n}") for n in range(runs)]
    done = run_claims(project, copies, Options(workers=workers, record=False, once=False), lambda _: None)
    for attempt in done.attempts.values():
        _require_finished(replace(attempt, claim=SUBJECT))
    return Bench(
        workers=workers,
        cold=cold_seconds,
        cold_per_claim=cold_per_claim,
        warm=[a.seconds for a in done.attempts.values()],
        warm_per_claim=done.seconds["claims"] / runs,
        server_start=done.seconds["warm start"],
        server_parts={k.partition(": ")[2]: v for k, v in done.seconds.items() if k.startswith("warm start: ")},
        compiler=statistics.median(a.phases["compiler"] for a in done.attempts.values()),
    )


def _cold(
    project: Project, claim: Claim, count: int, workers: int, say: Callable[[str], None]
) -> tuple[list[float], float]:
    """Return the seconds of each cold interpreter, and wall seconds per claim, as many at once as there are cores."""

    def one(number: int) -> float:
        with tempfile.TemporaryDirectory() as folder:
            environment = machine.without_leaks(dict(os.environ)) | machine.reference_environment()
            environment |= {"TMPDIR": folder, "TORCHINDUCTOR_CACHE_DIR": str(Path(folder, "cache"))}
            start = time.perf_counter()
            code = _COLD.format(root=str(project.root), module=claim.module)
            done = subprocess.run([sys.executable, "-c", code], env=environment, cwd=project.root, capture_output=True)
            if done.returncode:
                raise EngineError(
                    f"cold run {number}: {done.stderr.decode()[-400:]}", next=f"make claim ID={SUBJECT}", code=3
                )
            return time.perf_counter() - start

    say(f"{count} cold interpreters with empty caches, {workers} at once …")
    start = time.perf_counter()
    with ThreadPoolExecutor(workers) as threads:
        seconds = list(threads.map(one, range(count)))
    return seconds, (time.perf_counter() - start) / count


@dataclass(frozen=True)
class WholeRun:
    """Every claim once: wall time on all cores against the processor time of the C++ compilers."""

    workers: int
    claims: int
    wall: float
    """Seconds from the first claim's start to the last one's end, the warm start left out."""
    compilers: float
    """Processor seconds of all C++ compilers below the run, those of nested interpreters too."""
    exhaustive: list[str]
    exhaustive_wall: float
    """Seconds of the claims that try every bit pattern, run apart."""

    @property
    def ratio(self) -> float:
        """Wall time on all cores over compiler time."""
        return self.wall * self.workers / self.compilers


def measure_whole(project: Project, say: Callable[[str], None]) -> WholeRun:
    """Run every claim once, those that are exhaustive apart. Raises EngineError where a claim does not finish."""
    claims = discover(project)
    exhaustive = [claim for claim in claims if any(word in claim.source for word in EXHAUSTIVE)]
    others = [claim for claim in claims if claim not in exhaustive]
    say("a warm start alone …")
    with CompilerTime() as warm:
        run_claims(project, [], Options(record=False), lambda _: None)
    say(f"{len(others)} claims …")
    with CompilerTime() as compilers:
        done = run_claims(project, others, Options(record=False, once=False), lambda _: None)
    say(f"{len(exhaustive)} exhaustive claims …")
    apart = run_claims(project, exhaustive, Options(record=False, once=False), lambda _: None)
    for attempt in (*done.attempts.values(), *apart.attempts.values()):
        _require_finished(attempt)
    return WholeRun(
        workers=os.cpu_count() or 1,
        claims=len(others),
        wall=done.seconds["claims"],
        compilers=compilers.seconds - warm.seconds,
        exhaustive=[claim.id for claim in exhaustive],
        exhaustive_wall=apart.seconds["claims"],
    )


def whole_table(whole: WholeRun) -> str:
    """Return the figures of a whole run as a plain table."""
    return f"""\
{whole.claims} claims, {whole.workers} at once

  wall time                                       {whole.wall:8.1f} s
  the same on all cores                           {whole.wall * whole.workers:8.1f} s
  processor time of the C++ compilers             {whole.compilers:8.1f} s
  ratio                                           {whole.ratio:8.2f}       (at most 2.0)
  apart: {len(whole.exhaustive)} exhaustive claims                    {whole.exhaustive_wall:8.1f} s of wall time
"""


def _require_finished(attempt: Attempt) -> None:
    if attempt.outcome not in (Outcome.FINISHED, Outcome.NOT_RUN):
        message = f"{attempt.claim}: {attempt.outcome.value}: {attempt.detail}"
        raise EngineError(message, next=f"make claim ID={attempt.claim}", code=3)


def table(bench: Bench) -> str:
    """Return the figures as a plain table."""
    parts = "\n".join(f"    {name:<46}{seconds:7.2f} s" for name, seconds in bench.server_parts.items())
    return f"""\
{len(bench.warm)} warm claims, {len(bench.cold)} cold interpreters, {bench.workers} at once

  a cold interpreter, median                      {statistics.median(bench.cold):8.2f} s
  a cold claim, all cores busy                    {bench.cold_per_claim:8.2f} s
  start of the fork server                        {bench.server_start:8.2f} s, made of
{parts}
  a forked claim, median                          {statistics.median(bench.warm):8.2f} s
    of which the C++ compiler                     {bench.compiler:8.2f} s
  a forked claim, all cores busy                  {bench.warm_per_claim:8.2f} s

  per claim once warm                             {bench.warm_speedup:8.1f} times faster   (at least 12)
  the run of {len(bench.warm)} with the server's start counted  {bench.run_speedup:8.1f} times faster   (at least 7)
  a forked claim over its compiler                {bench.over_compiler:8.2f} times          (at most 1.35)
"""
