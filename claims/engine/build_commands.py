"""The commands on other builds than the pinned one, and on reports: ``diff | pin | report | upgrade``."""

from __future__ import annotations

from pathlib import Path

import click

from . import prose, store
from .cli import IDS, cli, project_and_claims
from .diff.sides import Side, find_side
from .errors import EngineError
from .project import Project


@cli.command("diff")
@click.argument("old")
@click.argument("new")
@IDS
@click.option(
    "--format", "form", type=click.Choice(["text", "markdown", "json"]), default="text", show_default=True,
    help="For a terminal, for a pull request, for a machine.",
)  # fmt: skip
@click.option("--output", type=click.Path(path_type=Path), help="Write to this file instead of standard output.")
@click.option("--all", "whole", is_flag=True, help="Show what is otherwise counted: every change, line and sentence.")
@click.option("--limit", type=click.IntRange(1), help="Whole entries of Markdown in so many characters, then a count.")
def diff_builds(
    old: str, new: str, ids: tuple[str, ...], form: str, output: Path | None, whole: bool, limit: int | None
) -> None:
    """Say what changed for the claims from one PyTorch build to another, worst first.

    OLD and NEW are versions whose evidence lies in snippets/torch-VERSION, "recorded" for the readings of the earlier
    investigation, or any folder laid out like these. Ids or chapters restrict the diff to these claims.

    \b
    An entry is of one of these classes, and they come in this order:
      refuted           a check that held no longer does
      ordering flipped  a path that was faster no longer is
      value changed     an exact figure, or what is checked at all, is another
      code changed      generated text is another; first where an excerpt shows it
      only renamed      the same but for temporaries, buffers, symbols, kernel names
      unchanged         nothing differs (counted, never an entry)
      not comparable    the two sides ran under profiles that the piece depends on
      not run           one side has no evidence; never a failure

    What one upstream change did to many claims is one entry that lists them. Each entry names the sentences that it
    touches (file:line) and shows both sides, with [-words that went-] and {+words that came+} marked. Of claims that
    cite PyTorch's source, the diff of that source is shown where it is at hand for both builds: kept in
    snippets/torch-VERSION/cited.json, or installed.

    \b
    Two sides that are the same print nothing. Exit code 0 whatever changed, 2 where a side has no evidence.
      python -m claims diff 2.9.1 2.13.0
      python -m claims diff 2.13.0 2.15.0 fusion --format markdown --output diff.md
    """
    from .diff.cited import sources
    from .diff.classes import Class
    from .diff.entries import claim_diff
    from .diff.reading import cited_elsewhere
    from .diff.render import render
    from .diff.shortened import shortened

    if limit is not None and form != "markdown":
        raise click.UsageError("--limit cuts Markdown alone: --format markdown")
    project, _ = project_and_claims()
    sides = find_side(project, old), find_side(project, new)
    only = _only(ids, *sides)
    found = claim_diff(*sides, prose.read_prose(project), only, sources(project))
    text = render(found, form, whole=whole)
    if limit is not None:
        text = shortened(text, limit)
    if output is not None:
        store.write_text(output, click.unstyle(text))
        click.echo(f"wrote {project.relative(output)}", err=True)
    else:
        click.echo(text, nl=False)
    if not found.entries and not cited_elsewhere(found):
        same, idle = len(found.claims_in(Class.UNCHANGED)), len(found.claims_in(Class.NOT_RUN))
        rest = f", {idle} {Class.NOT_RUN.value}" if idle else ""
        click.echo(f"{old} and {new}: the same evidence in {same} claims{rest}", err=True)


def _only(ids: tuple[str, ...], old: Side, new: Side) -> list[str]:
    """Return the claims that ids and chapters name among those that a side knows: claims whose script is gone too.

    A side also knows the claims that ended there without evidence.
    """
    known = {*old.evidence, *new.evidence, *old.ended, *new.ended}
    chosen = []
    for id in ids:
        matching = [claim for claim in sorted(known) if id in (claim, claim.partition(".")[0])]
        if not matching:
            raise EngineError(f"neither side has evidence of a claim or chapter {id!r}", next="python -m claims list")
        chosen += matching
    return chosen


@cli.command()
@click.argument("version")
def pin(version: str) -> None:
    """Pin the project to VERSION, a build whose evidence lies in snippets/torch-VERSION.

    Reviews are carried over for claims whose evidence is the same on both builds. Every other claim is suspect until
    it is reviewed: `python -m claims review` shows its sentences with both sides. The same command moves the pin back,
    and the reviews of the build that it left are found again.
    """
    from .diff.classes import Class
    from .pin import move_pin

    project, _ = project_and_claims()
    moved = move_pin(project, version)
    if moved.new == moved.old:
        click.echo(f"the project is pinned to {moved.new} already; {len(moved.suspect)} claims are suspect")
        return
    click.echo(f"pinned to {moved.new}; was {moved.old}")
    for kind in Class:
        found = [claim for claim, standing in moved.classes.items() if standing is kind]
        if found:
            click.echo(f"  {kind.value:<17}{len(found):>4}")
    for claim in moved.suspect:
        click.echo(f"  suspect  {claim}  {moved.classes.get(claim, Class.NOT_RUN).value}")
    review = "; then: python -m claims review" if moved.suspect else ""
    click.echo(f"{len(moved.suspect)} claims are suspect; next: make env{review}")


@cli.command("report")
@click.option(
    "--format", "form", type=click.Choice(["junit", "github", "markdown"]), required=True,
    help="JUnit XML; annotations for GitHub; a summary for a job or a pull request.",
)  # fmt: skip
@click.option("--output", type=click.Path(path_type=Path), help="Write to this file instead of standard output.")
def write_report_as(form: str, output: Path | None) -> None:
    """Write build/report.json, what the gate found last, in a form that another program reads.

    Runs nothing and judges nothing. Exit code 0 whatever the report says, 2 where there is none.
    """
    from .report import read_report
    from .reports.github import github
    from .reports.junit import junit
    from .reports.markdown import markdown

    project, _ = project_and_claims()
    report = read_report(project.report)
    if report is None:
        there = "cannot be read" if project.report.is_file() else "is not there"
        message = f"{project.relative(project.report)} {there}: it is written by check, site and docs"
        raise EngineError(message, next="python -m claims check --accepted")
    text = {"junit": junit, "github": github, "markdown": markdown}[form](report)
    if output is None:
        click.echo(text, nl=False)
    else:
        store.write_text(output, text)
        click.echo(f"wrote {project.relative(output)}", err=True)


@cli.command()
@click.argument("version")
@IDS
@click.option("--plants", is_flag=True, help="Run each claim under each plant too, as the pinned build needs it.")
@click.option("--remove", is_flag=True, help="Instead: remove the environment of VERSION; its evidence stays.")
def upgrade(version: str, ids: tuple[str, ...], plants: bool, remove: bool) -> None:
    """Run every claim and control on another PyTorch, keep the evidence, and say what changed.

    \b
    1. An environment in build/envs/torch-VERSION, beside the pinned one: made once, then reused.
    2. Every claim and control in it, or those that ids and chapters name.
    3. What they found, in snippets/torch-VERSION; of claims that require a device, in snippets/torch-VERSION-cuda.
       Nothing is accepted by that.
    4. The claim diff from the pinned build: here, and in build/upgrades/torch-VERSION as diff.md and diff.json.

    A version that cannot be installed leaves nothing behind. Exit code 0 whatever the diff says, 2 where the version
    cannot be installed or another upgrade to it is at work, 3 where no claim ran.
    """
    from .upgrade import upgrade as upgrading
    from .upgrade.checkout import checkout_folder

    project, claims = project_and_claims()
    if remove:
        gone = upgrading.remove(project, version)
        click.echo("\n".join(f"removed {path}" for path in gone) or f"no environment of torch {version}")
        return
    done = upgrading.upgrade(project, claims, version, ids, lambda text: click.echo(text, err=True), plants=plants)
    for claim, how in done.kept.ended.items():
        click.echo(f"  no evidence  {claim}  {how}", err=True)
    taken = ", ".join(f"{stage} {seconds:.0f} s" for stage, seconds in done.seconds.items())
    if done.kept.ended:
        said = upgrading.said_in(checkout_folder(project, version))
        click.echo(f"  what they said is in {project.relative(said)}", err=True)
    click.echo(f"{len(done.kept.evidence)} claims left evidence on {done.build}; {taken}", err=True)
    if done.kept.evidence:
        _write_diff(project, version, ids)
    else:
        click.echo(f"no claim left evidence on {done.build}, so there is nothing to compare", err=True)
    click.echo(f"next: git diff --stat snippets, then commit; to move there: python -m claims pin {version}", err=True)


def _write_diff(project: Project, version: str, ids: tuple[str, ...]) -> None:
    """Print the claim diff from the pinned build to `version`, and write it for a pull request and for machines."""
    from .diff.cited import sources
    from .diff.entries import claim_diff
    from .diff.render import render
    from .upgrade.checkout import checkout_folder

    if not project.accepted.is_dir():
        click.echo(f"nothing is accepted for {project.pin}, so there is nothing to compare with", err=True)
        return
    sides = find_side(project, project.pin.torch), find_side(project, version)
    only = _only(ids, *sides)
    found = claim_diff(*sides, prose.read_prose(project), only, sources(project))
    click.echo(render(found, "text") or f"{project.pin.torch} and {version}: the same evidence\n", nl=False)
    folder = checkout_folder(project, version)
    for form, name in (("markdown", "diff.md"), ("json", "diff.json")):
        store.write_text(folder / name, render(found, form))
        click.echo(f"wrote {project.relative(folder / name)}", err=True)
