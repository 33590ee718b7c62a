"""The benchmark of the orderings' error rates: simulated runs, their table, and the traces that they read."""

from __future__ import annotations

import contextlib
import math
import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

from .project import Project
from .runner import Options, session
from .store import write_text
from .timing.simulated import Row
from .timing.traces import BUSY, IDLE, read_traces, record, write_trace

#: Runs of equal sides, checks at a true ratio of 1.3, and runs of a planted flip.
EQUAL, TRUE, FLIP = 20_000, 200_000, 20_000
#: Below snippets/; the page on the method includes it.
TABLE = "error-rates.md"
#: Seconds between two visits when one comparison is timed alone, and in turn with some forty others.
ALONE, IN_TURN = 0.25, 2.0

_COPYING = """
import os, sys
if hasattr(os, "sched_setaffinity"):
    cores = sorted(os.sched_getaffinity(0))
    os.sched_setaffinity(0, set(cores[:-1]) or set(cores))
block = bytearray(64 * 2**20)
while True:
    block[:] = bytes(block)
"""


@dataclass(frozen=True)
class Rate:
    """One line of the table."""

    row: Row
    limit: str
    """What must hold, in words; empty where the line is shown for what it is."""
    holds: bool


def error_rates(scale: float, say: Callable[[str], None]) -> list[Rate]:
    """Return the table's lines; `scale` shrinks the number of runs, for a quick look."""
    # numpy is slow to import and the command line is not.
    import numpy as np

    from .timing.simulate import Noise, bursty_noise, even_noise, simulate, trace_noise

    cases: list[tuple[str, Noise, float, bool]] = [
        ("even", even_noise, ALONE, True),
        ("bursts, in turn with others", bursty_noise, IN_TURN, True),
        ("bursts, timed alone", bursty_noise, ALONE, False),
    ]
    for trace in read_traces():
        noise = trace_noise(np.array(trace.seconds), np.array(trace.readings))
        cases.append((f"trace, {trace.name}", noise, ALONE, True))
    rates = []
    for number, (name, noise, spacing, binding) in enumerate(cases):
        for question, ratio, margin, runs in _questions():
            say(f"{name}: {question} …")
            count = max(100, round(runs * scale))
            row = simulate(
                name, noise, ratio=ratio, margin=margin, runs=count, seed=1000 + 10 * number, spacing=spacing
            )
            limit, holds = _limit(row)
            rates.append(Rate(row, limit if binding else "", holds or not binding))
    return rates


def _questions() -> list[tuple[str, float, float, int]]:
    return [
        ("equal sides", 1.0, 1.0, EQUAL),
        ("true, no margin", 1.3, 1.0, TRUE),
        ("true, margin √1.3", 1.3, round(math.sqrt(1.3), 3), TRUE),
        ("flipped", 0.8, 1.0, FLIP),
    ]


def _limit(row: Row) -> tuple[str, bool]:
    if row.ratio == 1.0:
        return "confirmed ≤ 1 %", row.confirmed <= row.runs / 100
    if row.ratio > 1:
        return "refuted ≤ 0.01 %", row.refuted <= row.runs / 10_000
    return "refuted ≥ 99 %", row.refuted >= 0.99 * row.runs


def markdown(rates: list[Rate]) -> str:
    """Return the table as the page on the method includes it."""
    head = "| noise | seconds apart | ratio | margin | runs | confirmed | refuted | limit kept |\n"
    lines = [
        f"| {r.noise} | {r.spacing:g} | {r.ratio:g} | {r.margin:g} | {r.runs:,} | {_share(r.confirmed, r.runs)} "
        f"| {_share(r.refuted, r.runs)} | {_kept(rate)} |"
        for rate in rates
        for r in [rate.row]
    ]
    return head + "|---|--:|--:|--:|--:|--:|--:|---|\n" + "\n".join(lines) + "\n"


def _kept(rate: Rate) -> str:
    return f"{rate.limit}: {'yes' if rate.holds else 'NO'}" if rate.limit else "shown only"


def _share(count: int, runs: int) -> str:
    if count in (0, runs):
        return "none" if count == 0 else "all"
    return f"{100 * count / runs:.3g} %"


def write_table(project: Project, rates: list[Rate]) -> Path:
    """Write the table where the site's page on the method includes it."""
    path = project.snippets / TABLE
    write_text(path, markdown(rates))
    return path


def record_traces(project: Project, length: float, say: Callable[[str], None]) -> list[Path]:
    """Record A/A traces of this machine, as it is and with a busy process on another core."""
    from .timing.declared import Kind
    from .timing.stage import SAME_PATH

    written = []
    with session(project, Options(), lambda _: None) as runner:
        runner.probe()
        (held,) = runner.hold([(SAME_PATH, None)], 1)
        (declaration,) = held.declared
        orders = ([0, 1], [1, 0])

        def reading() -> float:
            return Kind.EQUAL.reading(held.visitor.visit(declaration.name, orders[os.urandom(1)[0] % 2]))

        try:
            for name, beside in ((IDLE, contextlib.nullcontext()), (BUSY, neighbour())):
                say(f"{name}: one path against itself for {length:g} s …")
                with beside:
                    written.append(write_trace(record(name, reading, length)))
        finally:
            runner.release()
    return written


@contextlib.contextmanager
def neighbour() -> Iterator[None]:
    """Keep another process copying memory on another core."""
    process = subprocess.Popen([sys.executable, "-c", _COPYING])
    try:
        yield
    finally:
        process.kill()
        process.wait()
