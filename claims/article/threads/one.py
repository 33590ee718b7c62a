"""With one thread the line compiles, returns the right matrix, and runs a second time.

This is the control run of the two that follow: the same function and size in a process of its own.
"""

from claims.engine import Collector, Control, run_with_threads
from claims.subjects import line, square


def collect(evidence: Collector, threads=1) -> None:
    run = run_with_threads(line, square(128), threads)
    evidence.check("the process ends by itself", run.end.status == 0, run.end.errors[-300:] or run.end.status)
    evidence.check("two calls came back, of the right shape", run.shapes == [[128, 128]] * 2, run.shapes)
    evidence.check("both are close to eager", run.equal == [True, True], run.equal)
    evidence.check("the code asks for no team", run.pragmas == [], run.pragmas)
    evidence.check("the process has one thread", run.threads in (0, 1), run.threads)
    evidence.value("calls", len(run.shapes), "calls")


CONTROLS = [Control("two threads", fails="the code asks for no team", threads=2)]
