"""What people see on a terminal while claims run and after; plain lines where there is none."""

from __future__ import annotations

import math
import time
from collections import Counter
from types import TracebackType

import click
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

from .model import Attempt, Evidence, Outcome, display
from .report import finding_text, summary
from .runs import Runs
from .timing.said import claimed, seen
from .timing.sequential import Standing
from .timing.stage import Progress as Visits
from .verdict import Finding, NotComparable, Report

#: Seconds between two lines on the timing stage where there is no terminal.
SAY_EVERY = 10.0


class Display:
    """Shows each claim as it ends: a bar with the claim's lines above it on a terminal, a line a claim elsewhere."""

    def __init__(self, total: int, *, quiet: bool = False) -> None:
        self._console = Console(stderr=True, highlight=False)
        self._quiet = quiet
        self._said = time.monotonic()
        self._progress: Progress | None = None
        if self._console.is_terminal and not quiet:
            columns = TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn()
            self._progress = Progress(*columns, console=self._console, transient=True)
            self._task = self._progress.add_task("warm start, then claims", total=total)

    def __enter__(self) -> Display:
        if self._progress:
            self._progress.start()
        elif not self._quiet:
            click.echo(
                "warming up: importing PyTorch, probing the vector ISA, building the precompiled header",
                err=True,
            )
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._progress:
            self._progress.stop()

    def say(self, text: str) -> None:
        """Show a line of its own."""
        if not self._quiet:
            self._console.print(text, markup=False, soft_wrap=True)

    def watch(self, progress: Visits) -> None:
        """Show how far the timing stage has come: in the bar's words, or in a line every ten seconds."""
        name = f"look {progress.look}" if progress.look > 1 else "timing"
        text = f"{name}: {progress.decided} of {progress.comparisons} decided, {progress.made} pairs"
        if self._progress:
            self._progress.update(self._task, description=text)
        elif not self._quiet and time.monotonic() - self._said > SAY_EVERY:
            self._said = time.monotonic()
            self.say(f"  {text}")

    def attempt(self, attempt: Attempt) -> None:
        """Show that a claim, a control or a claim under a plant has ended."""
        if self._progress:
            self._progress.advance(self._task)
        if not self._quiet:
            self._console.print(attempt_line(attempt), markup=False, soft_wrap=True)


def attempt_line(attempt: Attempt) -> str:
    """Return one line: how a run ended, which claim it was, its time."""
    name = attempt.claim if attempt.control is None else f"{attempt.claim}, control {attempt.control + 1}"
    name += f", {attempt.plant}" if attempt.plant else ""
    may_fail = attempt.control is not None or bool(attempt.plant)
    if attempt.outcome is Outcome.NOT_RUN:
        return f"  {attempt.outcome.value}  {name}  {attempt.detail}"
    if attempt.outcome is not Outcome.FINISHED:
        word = attempt.outcome.value if not attempt.detail else f"{attempt.outcome.value}: {attempt.detail}"
        return f"  {'ended' if may_fail else 'FAILED':<7}{name}  {word}"
    failed = attempt.evidence.failed if attempt.evidence else []
    word = "ran" if may_fail or not failed else "FAILED"
    note = f"  “{failed[0].name}” does not hold" if failed and not may_fail else ""
    return f"  {word:<7}{name}  {attempt.seconds:.1f} s{note}"


def print_findings(findings: list[Finding]) -> None:
    """Print every finding with its place and its next command."""
    for finding in findings:
        click.echo(finding_text(finding))
        click.echo()


def print_report(report: Report) -> None:
    """Print the findings, what was not comparable, and a line that sums up."""
    print_findings(list(report.findings))
    print_not_comparable([n for verdict in report.verdicts.values() for n in verdict.not_comparable])
    click.echo(summary(report))


def print_timing(runs: Runs) -> None:
    """Print how the timing stage went, its parts in seconds, and each ordering that was not confirmed."""
    if runs.same is None:
        return
    new = [a for a in runs.attempts.values() if a.claim not in runs.reused]
    orderings = [(a.claim, o) for a in new if a.evidence for o in a.evidence.orderings.values()]
    parts = ", ".join(f"{k.partition(': ')[2]} {v:.1f} s" for k, v in runs.seconds.items() if k.startswith("timing: "))
    counts = Counter(ordering.verdict for _, ordering in orderings)
    words = ", ".join(f"{count} {verdict}" for verdict, count in sorted(counts.items())) or "controls alone"
    click.echo(f"timing stage {runs.seconds['timing']:.1f} s ({parts}): {words}", err=True)
    floor = f"{100 * (math.exp(runs.same.floor) - 1):.1f} %" if runs.same.floor is not None else "unknown"
    click.echo(f"  one path against itself: {runs.same.verdict}, floor {floor}", err=True)
    for claim, ordering in orderings:
        if ordering.verdict not in (Standing.CONFIRMED.value, Standing.SHOWN.value):
            click.echo(f"  {claim} “{ordering.name}”: {seen(ordering)}", err=True)


def print_not_comparable(pieces: list[NotComparable]) -> None:
    """Print the pieces that another profile keeps from being compared, those with one reason together."""
    by_reason: dict[str, list[str]] = {}
    for piece in pieces:
        by_reason.setdefault(piece.reason, []).append(f"{piece.claim} “{piece.piece}”")
    for reason, names in sorted(by_reason.items()):
        click.echo(f"not comparable here: {reason}")
        for name in sorted(names):
            click.echo(f"  {name}")
        click.echo("  their checks counted all the same")


def print_evidence(evidence: Evidence, *, whole: bool) -> None:
    """Print one claim's evidence: checks, values, excerpts."""
    click.echo(f"{evidence.claim}: {evidence.statement}\n  {evidence.build}, {evidence.profile}\n")
    for check in evidence.checks.values():
        click.echo(
            f"  {'holds ' if check.holds else 'FAILED'}  {check.name}"
            + (f"   found {check.found}" if check.found else "")
        )
    for value in evidence.values.values():
        click.echo(f"  value   {value.name} = {display(value.value)} {value.unit}".rstrip())
    for m in evidence.measurements.values():
        click.echo(f"  measured {m.name}: p10 {m.p10:.4g}, median {m.p50:.4g}, p90 {m.p90:.4g} {m.unit} of {m.count}")
    for o in evidence.orderings.values():
        click.echo(f"  {o.kind:<9} {o.name}: {claimed(o)}\n            {seen(o)}")
        for side in o.times:
            click.echo(f"            {side.name}: p10 {side.p10:g}, median {side.p50:g}, p90 {side.p90:g} {side.unit}")
    for excerpt in evidence.excerpts.values():
        click.echo(f"\n--- {excerpt.whole_name if whole else excerpt.name}")
        click.echo((excerpt.whole if whole else excerpt.text).rstrip())
