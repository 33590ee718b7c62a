"""With two threads allowed, two threads work on one product of eager's; with one allowed, one does.

Nothing was compiled, so no pragma asks for them: the library that makes the product takes its threads itself. Linux
tells how much processor time each thread has used. A process that may run on one core only is not asked.
"""

import json
import os

import torch

from claims.engine import Collector, Control, end_of_fork, processor_times
from claims.subjects import product, square

#: Seconds of processor time from which a thread counts as having worked; the products take several times as long.
WORKED = 0.05


def collect(evidence: Collector, threads=2) -> None:
    one, several = _workers(1), _workers(threads)
    untold = not processor_times() or len(os.sched_getaffinity(0)) < 2
    evidence.check("one thread works alone", untold or one == 1, one)
    evidence.check("two threads work on it", untold or several == 2, several)


def _workers(threads: int) -> int:
    """Return how many threads worked on products, in a process where so many are allowed."""

    def inside() -> None:
        torch.set_num_threads(threads)
        x = square(1024)
        before = processor_times()
        while sum(processor_times().values()) < sum(before.values()) + 10 * WORKED:
            product(x)
        worked = [time for thread, time in processor_times().items() if time - before.get(thread, 0.0) >= WORKED]
        print(json.dumps(len(worked)))

    return json.loads(end_of_fork(inside).output)


CONTROLS = [Control("one thread allowed", fails="two threads work on it", threads=1)]
