"""The commands that build the site, on top of the engine's: ``python -m claims docs | site | serve``."""

from __future__ import annotations

import contextlib
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import replace

import click

from claims.engine import (
    build_commands,  # noqa: F401  (adds its commands)
    terminal,
)
from claims.engine import cli as engine
from claims.engine.execution import execute_notebook, executing
from claims.engine.notebook import NOTEBOOK
from claims.engine.project import Project
from claims.engine.report import write_report
from claims.engine.runner import Options
from claims.engine.verdict import Finding, Report, exit_code


@engine.cli.command()
@click.option("--controls", is_flag=True, help="Run every control too, in the same run.")
@click.option("--workers", type=click.IntRange(0), default=0, help="Processes at once; 0 stands for all cores.")
def docs(controls: bool, workers: int) -> None:
    """Run every claim and the notebook, judge, build the site, check the built HTML. This is ``make docs``.

    Where the gate finds something, the site goes to build/site-drift with what failed marked; site/ stays as it was.
    """
    project, claims = engine.project_and_claims()
    failed: list[Finding] = []
    seconds: dict[str, float] = {}

    @contextlib.contextmanager
    def notebook_beside() -> Iterator[Callable[[], None]]:
        with executing(project) as execution:

            def wait() -> None:
                failed.extend(execution.wait())
                seconds["notebook, beside them"] = execution.seconds

            yield wait

    runs = engine.run_shown(project, claims, Options(controls=controls, workers=workers, beside=notebook_beside))
    start = time.perf_counter()
    report = engine.judge_newest(project, claims, accepted=False, everything=True)
    seconds = {**runs.seconds, **seconds, "gate": time.perf_counter() - start}
    _publish(project, replace(report, findings=(*report.findings, *failed), seconds=seconds))


@engine.cli.command()
def notebook() -> None:
    """Execute the guide's notebook on the pinned build; ``docs`` does so too. Its outputs go into build/notebook."""
    project, _ = engine.project_and_claims()
    engine.refuse_wrong_build(project)
    failed = execute_notebook(project)
    terminal.print_findings(failed)
    if not failed:
        click.echo(f"every cell of docs/{NOTEBOOK} holds; next: python -m claims site")
    sys.exit(exit_code(failed))


@engine.cli.command()
def site() -> None:
    """Build the site from accepted evidence, without running a claim. This is ``make site``."""
    project, claims = engine.project_and_claims()
    _publish(project, engine.judge_newest(project, claims, accepted=True, everything=True))


@engine.cli.command()
@click.option("--port", type=int, default=8000, show_default=True)
def serve(port: int) -> None:
    """Serve a live preview from accepted evidence, rebuilt as pages change. This is ``make serve``."""
    from .build import serve as serve_site

    project, claims = engine.project_and_claims()
    report = engine.judge_newest(project, claims, accepted=True, everything=True)
    write_report(project.report, report)
    terminal.print_findings(list(report.findings))
    serve_site(project, port, report)


def _publish(project: Project, report: Report) -> None:
    """Build the site, check its HTML, put it where the report's verdict sends it, leave with the report's exit code.

    Only a site without a finding takes the place of site/; any other goes to build/site-drift for the reviewer.
    """
    from .build import build_site, put_in_place
    from .htmlcheck import check_site

    start = time.perf_counter()
    staged, drift = project.build / "site-staged", project.build / "site-drift"
    found = build_site(project, report, staged)
    found += check_site(project, staged, known=[*report.findings, *found])
    if found:
        # Built once more, so that the pages show what the build itself found.
        report = replace(report, findings=(*report.findings, *found))
        build_site(project, report, staged)
    target = drift if report.findings else project.root / "site"
    built = staged.is_dir()
    if built:
        put_in_place(staged, target)
    report = replace(report, seconds={**report.seconds, "site": time.perf_counter() - start})
    write_report(project.report, report)
    terminal.print_report(report)
    click.echo("  ".join(f"{stage} {taken:.1f} s" for stage, taken in report.seconds.items() if ":" not in stage))
    click.echo(f"built {project.relative(target)}/index.html" if built else "no site was built")
    sys.exit(report.exit_code)


def main() -> None:
    """Run the command line."""
    engine.run_cli(engine.cli)
