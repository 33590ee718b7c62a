"""The benchmark of the timing stage itself: the whole stage again and again, with every run's verdicts."""

from __future__ import annotations

import contextlib
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass

from . import gate
from .discover import discover
from .error_rates import neighbour
from .measured import COMPARISON
from .project import Project
from .run import run_claims
from .runner import Options
from .verdict import exit_code


@dataclass(frozen=True)
class TimingRun:
    """One timing stage, with its processes started anew."""

    busy: bool
    """Whether another process kept copying memory on another core."""
    seconds: float
    """Wall time of the stage, all looks and the pauses between them."""
    verdicts: dict[str, str]
    """By comparison: what was decided, and how many looks that took."""
    floor: float
    """What one path against itself strayed by, |log ratio| at the 90th percentile."""
    code: int
    """The exit code that `check` would end with."""


def time_again(project: Project, runs: int, busy: int, say: Callable[[str], None]) -> list[TimingRun]:
    """Run the timing stage so many times, the last `busy` of them beside a busy neighbour. Keeps no evidence."""
    claims = [claim for claim in discover(project) if claim.run.measures]
    found = []
    for number in range(1, runs + 1):
        crowded = number > runs - busy
        with neighbour() if crowded else contextlib.nullcontext():
            done = run_claims(project, claims, Options(record=False), lambda _: None)
        findings = gate.check_runs(project, claims, done)
        verdicts = {
            f"{id}: {name}": f"{ordering.verdict}, {len(ordering.looks)}"
            for id, attempt in done.attempts.items()
            if attempt.evidence is not None
            for name, ordering in attempt.evidence.orderings.items()
            if ordering.kind != COMPARISON
        }
        floor = done.same.floor if done.same is not None and done.same.floor is not None else float("nan")
        run = TimingRun(crowded, done.seconds["timing"], verdicts, floor, exit_code(findings))
        found.append(run)
        counts = Counter(verdict.partition(",")[0] for verdict in verdicts.values())
        told = ", ".join(f"{count} {verdict}" for verdict, count in counts.most_common())
        beside = ", beside a busy neighbour" if crowded else ""
        say(f"run {number}{beside}: {run.seconds:.0f} s, {told}, floor {floor:.1%}, exit code {run.code}")
    return found


def again_table(runs: list[TimingRun]) -> str:
    """Return every comparison's verdict in every run: c confirmed, u undecided, R refuted, with its looks."""
    names = sorted({name for run in runs for name in run.verdicts})
    wide = max(map(len, names), default=0)
    letters = {"confirmed": "c", "refuted": "R"}

    def cell(verdict: str) -> str:
        word, _, looks = verdict.partition(", ")
        return f"{letters.get(word, 'u')}{looks}"

    lines = [f"{name:<{wide}}  " + " ".join(cell(run.verdicts.get(name, "-")) for run in runs) for name in names]
    return "\n".join(lines)
