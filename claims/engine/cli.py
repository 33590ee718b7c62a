"""The command line: ``python -m claims list | run | check | show | review | calibrate | accept | audit | bench``."""

from __future__ import annotations

import json
import os
import shutil
import sys
from collections.abc import Callable
from dataclasses import asdict, replace
from pathlib import Path
from typing import Any

import click

from . import accept as acceptance
from . import audit as auditing
from . import gate, prose, review, store, terminal
from .discover import discover, select
from .errors import EngineError
from .model import SWAPPED, Claim
from .plants import discover_plants, reaching
from .project import Project
from .report import finding_text, write_report
from .run import run_claims
from .runner import Options
from .runs import Runs, load_runs
from .verdict import Finding, Report, exit_code, not_run

IDS = click.argument("ids", nargs=-1, metavar="[ID | CHAPTER]...")
JSON = click.option("--json", "as_json", is_flag=True, help="Write JSON for a machine to standard output.")


@click.group(context_settings={"help_option_names": ["-h", "--help"]})
def cli() -> None:
    """Claims about PyTorch, proved again.

    \b
    Exit codes: 0 holds, 1 drift, 2 usage, 3 a claim crashed or timed out,
    4 wrong PyTorch build, 5 machine unfit for timing.
    """


def run_cli(command: click.Group) -> None:
    """Run a command group; every known failure ends in a message, the next command and its exit code."""
    try:
        command(standalone_mode=False)
    except EngineError as error:
        click.echo(f"{error.message}\n  next: {error.next}", err=True)
        sys.exit(error.code)
    except store.TornEvidence as error:
        place = os.path.relpath(error.path)
        click.echo(f"{place}: {error.why}\n  next: git checkout -- {place}", err=True)
        sys.exit(1)
    except click.exceptions.Abort:
        click.echo(
            "interrupted; accepted evidence is as it was, no process is left\n  next: the same command again",
            err=True,
        )
        sys.exit(3)
    except click.ClickException as error:
        error.show()
        sys.exit(error.exit_code)
    except OSError as error:
        problem = store.unwritable(Path(error.filename or "."), error)
        click.echo(f"{problem.message}\n  next: {problem.next}", err=True)
        sys.exit(problem.code)


def project_and_claims(ids: tuple[str, ...] = ()) -> tuple[Project, list[Claim]]:
    """Return the project around the current folder and the claims that `ids` name."""
    project = Project.find(Path.cwd())
    return project, select(discover(project), ids)


@cli.command("list")
@IDS
@JSON
def list_claims(ids: tuple[str, ...], as_json: bool) -> None:
    """List the claims: id and statement."""
    project, claims = project_and_claims(ids)
    if as_json:
        rows = [
            {"id": c.id, "statement": c.statement, "script": c.place, "controls": list(c.controls),
             "accepted": project.accepted_folder(c).is_dir(), "requires": c.run.requires} for c in claims
        ]  # fmt: skip
        click.echo(json.dumps(rows, indent=2, ensure_ascii=False))
        return
    width = max((len(claim.id) for claim in claims), default=0)
    for claim in claims:
        click.echo(f"{claim.id:<{width}}  {claim.statement}")


@cli.command()
@IDS
@click.option("--controls", is_flag=True, help="Run each claim's controls too; each must fail in the piece it names.")
@click.option("--plants", is_flag=True, help="Run each claim under each plant too, a fault put into PyTorch.")
@click.option("--reuse", is_flag=True, help="Leave out what was run in this very state, and plants as accepted.")
@click.option("--fresh", is_flag=True, help="Every claim in an interpreter of its own instead of a fork (slow).")
@click.option("--workers", type=click.IntRange(0), default=0, help="Processes at once; 0 stands for all cores.")
@click.option("--keep", is_flag=True, help="Leave caches and generated files in build/work.")
@JSON
def run(
    ids: tuple[str, ...],
    controls: bool,
    plants: bool,
    reuse: bool,
    fresh: bool,
    workers: int,
    keep: bool,
    as_json: bool,
) -> None:
    """Run claims and put fresh evidence into build/fresh. Accepted evidence is not touched."""
    project, claims = project_and_claims(ids)
    options = Options(controls=controls, plants=plants, reuse=reuse, fresh=fresh, workers=workers, keep=keep)
    runs = run_shown(project, claims, options, quiet=as_json)
    findings = gate.check_runs(project, claims, runs)
    if as_json:
        click.echo(store.dumps(run_record(runs, findings)))
    else:
        terminal.print_findings(findings)
        again = f", {len(runs.reused)} of them before, in this very state" if runs.reused else ""
        ran = f"{len(claims) - len(runs.left_out)} claims ran{again} on {runs.build} ({runs.profile})"
        click.echo(f"{ran}{not_run(runs.left_out.values())}; next: python -m claims check")
    sys.exit(exit_code(findings))


def run_shown(project: Project, claims: list[Claim], options: Options, *, quiet: bool = False) -> Runs:
    """Run claims with a display. Raises EngineError with exit code 4 for a PyTorch that is not the pinned build."""
    refuse_wrong_build(project)
    controls = sum(condition != SWAPPED for claim in claims for condition in claim.controls)
    total = len(claims) + (controls if options.controls else 0)
    known = discover_plants(project) if options.plants else {}
    total += sum(len(reaching(known, claim)) for claim in claims)
    with terminal.Display(total, quiet=quiet) as display:
        runs = run_claims(project, claims, replace(options, watch=display.watch), display.attempt)
    if not quiet:
        terminal.print_timing(runs)
    return runs


def refuse_wrong_build(project: Project) -> None:
    """Raise EngineError with exit code 4 unless the installed PyTorch is the pinned build."""
    for finding in gate.check_installed(project):
        raise EngineError("\n".join(finding_text(finding).splitlines()[:-1]), next=finding.next, code=4)


def run_record(runs: Runs, findings: list[Finding]) -> dict[str, Any]:
    """Return what ``run --json`` prints."""
    return {
        "nonce": runs.nonce,
        "build": asdict(runs.build),
        "profile": asdict(runs.profile),
        "seconds": runs.seconds,
        "claims": {
            id: {
                "outcome": a.outcome.value,
                "detail": a.detail,
                "seconds": a.seconds,
                "phases": dict(a.phases),
                "orderings": {
                    name: {"verdict": o.verdict, "ratio": o.ratio, "pairs": o.pairs, "looks": len(o.looks)}
                    for name, o in (a.evidence.orderings.items() if a.evidence else ())
                },
            }
            for id, a in runs.attempts.items()
        },
        "controls": {id: asdict(c) for id, c in runs.controls.items()},
        "plants": {id: asdict(p) for id, p in runs.plants.items()},
        "findings": [{**asdict(f), "kind": f.kind.value} for f in findings],
        "exit_code": exit_code(findings),
    }


@cli.command()
@IDS
@click.option("--accepted", is_flag=True, help="Judge accepted evidence and prose alone, without a run.")
@JSON
def check(ids: tuple[str, ...], accepted: bool, as_json: bool) -> None:
    """The gate: hold the newest run against accepted evidence, evidence against prose, prose against its review."""
    project, claims = project_and_claims(ids)
    report = judge_newest(project, claims, accepted=accepted, everything=not ids)
    write_report(project.report, report)
    if as_json:
        click.echo(project.report.read_text(encoding="utf-8"))
    else:
        terminal.print_report(report)
    sys.exit(report.exit_code)


def judge_newest(project: Project, claims: list[Claim], *, accepted: bool, everything: bool) -> Report:
    """Return the gate's report on the newest run, or on accepted evidence alone."""
    refuse_wrong_build(project)
    return gate.judge(project, claims, None if accepted else newest_run(project, claims), everything=everything)


def newest_run(project: Project, claims: list[Claim]) -> Runs:
    """Return the newest run. Raises EngineError where there was none."""
    runs = load_runs(project, claims)
    if runs is None:
        raise EngineError("no claim has been run in this checkout", next="python -m claims run")
    return runs


@cli.command()
@click.argument("id")
@click.option("--fresh", is_flag=True, help="What the newest run found, instead of what is accepted.")
@click.option("--whole", is_flag=True, help="Whole artifacts instead of excerpts.")
@JSON
def show(id: str, fresh: bool, whole: bool, as_json: bool) -> None:
    """Show a claim's evidence: checks, values, excerpts."""
    project, claims = project_and_claims((id,))
    for claim in claims:
        folder = project.fresh_folder(claim) if fresh else project.accepted_folder(claim)
        evidence = store.read_evidence(folder)
        if evidence is None:
            raise EngineError(
                f"{claim.id}: no {'fresh' if fresh else 'accepted'} evidence",
                next=f"python -m claims run {claim.id}",
            )
        if as_json:
            click.echo(store.dumps(asdict(evidence)))
        else:
            terminal.print_evidence(evidence, whole=whole)
            click.echo(f"\nprove it again: make claim ID={claim.id}")


@cli.command("review")
@IDS
@click.option("--accept", "read", is_flag=True, help="Record the sentences as read with accepted evidence; no asking.")
def review_claims(ids: tuple[str, ...], read: bool) -> None:
    """Walk through what changed since it was reviewed: the sentence, old and new side by side; accept or leave.

    What the newest run found is accepted as `accept` does. Where that run was on another build, or there was none, as
    after the pin moved, the sentence is recorded as read with the evidence that is accepted.
    """
    project, claims = project_and_claims(ids)
    text, runs = prose.read_prose(project), load_runs(project, claims)
    if runs is not None and runs.build != project.pin:
        runs = None
    left_out = runs.left_out if runs else {}
    for id, lacks in left_out.items():
        click.echo(f"{id}: not run: {lacks}, so there is nothing to review here")
    suspects = review.suspects(project, [claim for claim in claims if claim.id not in left_out], text)
    by_id = {claim.id: claim for claim in claims}
    if read:
        results = acceptance.read_accepted(project, [by_id[suspect.claim] for suspect in suspects], text)
        _print_acceptances(results)
        sys.exit(0 if all(result.accepted for result in results) else 1)
    asks = sys.stdin.isatty() and sys.stdout.isatty()
    if asks and runs is not None:
        refuse_wrong_build(project)
    left = len(suspects)
    for suspect in suspects:
        click.echo(review.render_suspect(suspect, shutil.get_terminal_size().columns))
        claim, ran = by_id[suspect.claim], runs is not None and suspect.claim in runs.attempts
        if not asks:
            refused = "" if ran else acceptance.refusal_to_read(project, claim)
            command = f"accept {suspect.claim}" if ran else f"review {suspect.claim} --accept"
            click.echo(f"  {refused}\n" if refused else f"  next: python -m claims {command}\n")
            continue
        try:
            agreed = click.confirm(f"accept {suspect.claim}", default=False)
        except click.Abort:
            click.echo()
            break
        if agreed:
            found = acceptance.accept(project, [claim], runs, text) if runs is not None and ran else None
            results = found or acceptance.read_accepted(project, [claim], text)
            _print_acceptances(results)
            left -= sum(result.accepted for result in results)
    what = "are left to be reviewed" if left < len(suspects) else "are to be reviewed"
    click.echo(f"{left} of {len(claims)} claims {what}" if suspects else "nothing to review")


@cli.command()
@IDS
@click.option("--replace-profile", is_flag=True, help="Also accept what was accepted under another profile.")
def accept(ids: tuple[str, ...], replace_profile: bool) -> None:
    """Take the newest run's evidence into snippets/ and record the sentences it was read with."""
    project, claims = project_and_claims(ids)
    refuse_wrong_build(project)
    runs = newest_run(project, claims)
    results = acceptance.accept(project, claims, runs, prose.read_prose(project), replace_profile=replace_profile)
    _print_acceptances(results)
    sys.exit(0 if all(result.accepted or result.left for result in results) else 1)


def _print_acceptances(results: list[acceptance.Acceptance]) -> None:
    for result in results:
        for finding in result.findings:
            click.echo("\n".join(f"    {line}" for line in finding_text(finding).splitlines()[:-1]))
        word = "accepted" if result.accepted else "left" if result.left else "REFUSED"
        click.echo(f"  {word:<9} {result.claim}  {result.what}")
    left = sum(result.left for result in results)
    kept = f", {left} left as they were, not run here" if left else ""
    accepted = f"{sum(r.accepted for r in results)} of {len(results)} accepted{kept}"
    click.echo(f"{accepted}; next: git diff snippets, then commit")


@cli.command()
@IDS
def calibrate(ids: tuple[str, ...]) -> None:
    """Time each ordering in three separate processes and propose its margin; `accept` takes what all three confirm."""
    from .calibrate import calibrate_claims, table

    project, claims = project_and_claims(ids)
    refuse_wrong_build(project)
    total = 3 * sum(claim.run.measures for claim in claims)
    with terminal.Display(total) as display:
        options = Options(watch=display.watch)
        proposals = calibrate_claims(project, claims, options, display.attempt, display.say)
    click.echo(table(proposals))
    confirmed = all(proposal.confirmed for found in proposals.values() for proposal in found.values())
    names = " ".join(claim.id for claim in proposals)
    click.echo(f"next: python -m claims run {names} --controls && python -m claims accept {names}")
    sys.exit(0 if confirmed else 1)


@cli.command()
@IDS
@click.option("--sample", type=click.IntRange(1), help="So many claims, chosen by --seed.")
@click.option("--seed", type=int, default=0, show_default=True)
@JSON
def audit(ids: tuple[str, ...], sample: int | None, seed: int, as_json: bool) -> None:
    """Run claims in forks and in fresh interpreters, and require the same evidence of both."""
    project, claims = project_and_claims(ids)
    refuse_wrong_build(project)
    chosen = auditing.choose(claims, sample, seed)
    for claim in [claim for claim in claims if claim.run.requires]:
        click.echo(f"{claim.id}: not audited: it requires a device and so is never forked", err=True)
    with terminal.Display(2 * len(chosen), quiet=as_json) as display:
        findings = auditing.audit(project, chosen, display.attempt)
    if as_json:
        click.echo(store.dumps([{**asdict(f), "kind": f.kind.value} for f in findings]))
    else:
        terminal.print_findings(findings)
        verdict = f"{len(findings)} findings" if findings else "the same evidence"
        click.echo(f"{len(chosen)} claims, forked and fresh: {verdict}")
    sys.exit(exit_code(findings))


@cli.command()
@click.option(
    "--runs",
    type=click.IntRange(8),
    default=40,
    show_default=True,
    help="Warm runs of a claim that compiles a kernel.",
)
@click.option(
    "--cold",
    type=click.IntRange(1),
    default=4,
    show_default=True,
    help="Cold interpreters with an empty cache.",
)
@click.option("--whole", is_flag=True, help="Instead: every claim once, wall time against the C++ compilers' time.")
@click.option("--timing", type=click.IntRange(1), help="Instead: the whole timing stage so many times, with verdicts.")
@click.option("--busy", type=click.IntRange(0), default=0, help="How many of those, the last, beside a busy process.")
@JSON
def bench(runs: int, cold: int, whole: bool, timing: int | None, busy: int, as_json: bool) -> None:
    """Measure what the fork server saves: warm claims against cold interpreters, both on all cores."""
    from .again import again_table, time_again
    from .bench import measure, measure_whole, table, whole_table

    project, _ = project_and_claims()
    refuse_wrong_build(project)
    if timing is not None:
        taken = time_again(project, timing, busy, say=_say(as_json))
        click.echo(store.dumps([asdict(run) for run in taken]) if as_json else again_table(taken))
        sys.exit(max(run.code for run in taken))
    if whole:
        seen = measure_whole(project, say=_say(as_json))
        click.echo(store.dumps(asdict(seen) | {"ratio": seen.ratio}) if as_json else whole_table(seen))
        return
    result = measure(project, runs, cold, say=_say(as_json))
    click.echo(store.dumps(asdict(result)) if as_json else table(result))


@cli.command()
@click.option(
    "--record", type=click.FloatRange(1), help="First record A/A traces of this machine, so many seconds each."
)
@click.option(
    "--scale", type=click.FloatRange(0, 1), default=1.0, show_default=True, help="Share of the runs to simulate."
)
def simulate(record: float | None, scale: float) -> None:
    """Simulate how often an ordering is wrong, over a noise model and recorded traces; write the site's table."""
    from .error_rates import error_rates, markdown, record_traces, write_table

    project, _ = project_and_claims()
    if record is not None:
        refuse_wrong_build(project)
        for path in record_traces(project, record, _say(False)):
            click.echo(f"wrote {project.relative(path)}", err=True)
    rates = error_rates(scale, _say(False))
    click.echo(markdown(rates))
    if scale == 1:
        click.echo(f"wrote {project.relative(write_table(project, rates))}", err=True)
    sys.exit(0 if all(rate.holds for rate in rates) else 1)


def _say(quiet: bool) -> Callable[[str], None]:
    return (lambda _: None) if quiet else (lambda text: click.echo(text, err=True))
