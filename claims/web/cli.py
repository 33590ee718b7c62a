"""The commands that build the site, on top of the engine's: ``python -m claims docs | site | serve``."""

from __future__ import annotations

import sys
import time
from dataclasses import replace

import click

from claims.engine import cli as engine
from claims.engine import terminal
from claims.engine.model import Finding, Report
from claims.engine.project import Project
from claims.engine.report import write_report
from claims.engine.run import Options


@engine.cli.command()
@click.option("--workers", type=click.IntRange(0), default=0, help="Processes at once; 0 stands for all cores.")
def docs(workers: int) -> None:
    """Run every claim, judge, build the site, check the built HTML. This is ``make docs``.

    Where the gate finds something, the site goes to build/site-drift with what failed marked, and site/ stays as it was.
    """
    project, claims = engine.project_and_claims()
    runs = engine.run_shown(project, claims, Options(workers=workers))
    start = time.perf_counter()
    report = engine.judge_newest(project, claims, accepted=False, everything=True)
    report = replace(report, seconds={**runs.seconds, "gate": time.perf_counter() - start})
    _publish(project, report)


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
    serve_site(project, port)


def _publish(project: Project, report: Report) -> None:
    """Build the site that the report deserves, check its HTML, print everything, leave with the report's exit code."""
    from .build import build_site
    from .htmlcheck import check_site

    start = time.perf_counter()
    target = project.root / "site" if not report.findings else project.build / "site-drift"
    found: list[Finding] = build_site(project, report, target)
    found += check_site(project, target)
    if found and not report.findings:
        # The site itself is at fault: what was built is for the reviewer, and the published one stays.
        drift = project.build / "site-drift"
        found = build_site(project, replace(report, findings=tuple(found)), drift) or found
    seconds = {**report.seconds, "site": time.perf_counter() - start}
    report = replace(report, findings=(*report.findings, *found), seconds=seconds)
    write_report(project.report, report)
    terminal.print_report(report)
    click.echo("  ".join(f"{stage} {taken:.1f} s" for stage, taken in seconds.items() if ":" not in stage))
    click.echo(f"built {project.relative(target)}/index.html")
    sys.exit(report.exit_code)


def main() -> None:
    """Run the command line."""
    engine.run_cli(engine.cli)
