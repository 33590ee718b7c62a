"""With four threads the line compiles, runs, and runs again: no process dies of it here.

The generated code asks for the team with two OpenMP pragmas, and the process then has at least as many threads. The
original investigation saw such a process die of SIGSEGV on another system and an earlier release.
"""

import os
import signal

from claims.engine import Artifact, Collector, Control, run_with_threads
from claims.subjects import line, square


def die() -> None:
    """End as the process of the original investigation did."""
    os.kill(os.getpid(), signal.SIGSEGV)


def collect(evidence: Collector, between=None, threads=4) -> None:
    run = run_with_threads(line, square(128), threads, between)
    how = run.end.signal or f"status {run.end.status}"
    evidence.check("the process ends by itself", run.end.status == 0, how)
    evidence.check("two calls came back, of the right shape", run.shapes == [[128, 128]] * 2, run.shapes)
    evidence.check("both are close to eager", run.equal == [True, True], run.equal)
    asked = [row.partition(" num_threads")[0] for row in run.pragmas]
    evidence.check(
        "the code asks for a team and shares the loop out", asked == ["omp parallel", "omp for"], run.pragmas
    )
    # More where the compiler brings a runtime of its own: that has a team, and so has PyTorch's.
    evidence.check("the process has at least four threads", run.threads == 0 or run.threads >= 4, run.threads)
    evidence.value("status", run.end.status)
    evidence.value("threads", run.intra_op, "threads")
    rows = [f"call {number}: {' × '.join(map(str, shape))}\n" for number, shape in enumerate(run.shapes, 1)]
    evidence.excerpt("run.txt", Artifact("the run", "".join([*rows, f"end: {how}\n"]), "text"))


CONTROLS = [
    Control("the process kills itself between the calls", fails="the process ends by itself", between=die),
    Control("one thread", fails="the code asks for a team and shares the loop out", threads=1),
]
