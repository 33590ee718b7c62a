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
from .discover import discover, select
from .errors import EngineError
from .model import Claim, Outcome
from .project import Project
from .run import run_claims
from .runner import Options

#: The claim that is run again and again: it compiles one kernel and disassembles it.
SUBJECT = "fusion.machine-code"

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
    done = run_claims(project, copies, Options(workers=workers, record=False), lambda _: None)
    for attempt in done.attempts.values():
        if attempt.outcome is not Outcome.FINISHED:
            raise EngineError(
                f"{SUBJECT}: {attempt.outcome.value}: {attempt.detail}", next=f"make claim ID={SUBJECT}", code=3
            )
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
