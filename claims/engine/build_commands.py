"""The commands on other builds than the pinned one: ``python -m claims diff | upgrade | pin``, and ``report``."""

from __future__ import annotations

from pathlib import Path

import click

from . import prose, store
from .cli import IDS, cli, project_and_claims
from .errors import EngineError


@cli.command("diff")
@click.argument("old")
@click.argument("new")
@IDS
@click.option(
    "--format", "form", type=click.Choice(["text", "markdown", "json"]), default="text", show_default=True,
    help="For a terminal, for a pull request, for a machine.",
)  # fmt: skip
@click.option("--output", type=click.Path(path_type=Path), help="Write to this file instead of standard output.")
def diff_builds(old: str, new: str, ids: tuple[str, ...], form: str, output: Path | None) -> None:
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
    cite PyTorch's source, the diff of that source is shown where both builds are installed.

    \b
    Two sides that are the same print nothing. Exit code 0 whatever changed, 2 where a side has no evidence.
      python -m claims diff 2.9.1 2.13.0
      python -m claims diff 2.13.0 2.15.0 fusion --format markdown --output diff.md
    """
    from .diff.cited import installations
    from .diff.entries import claim_diff
    from .diff.render import render
    from .diff.sides import find_side

    project, _ = project_and_claims()
    sides = find_side(project, old), find_side(project, new)
    only = _only(ids, {*sides[0].evidence, *sides[1].evidence})
    found = claim_diff(*sides, prose.read_prose(project), only, installations(project))
    text = render(found, form)
    if output is not None:
        store.write_text(output, click.unstyle(text))
        click.echo(f"wrote {project.relative(output)}", err=True)
    else:
        click.echo(text, nl=False)
    if not found.entries:
        click.echo(f"{old} and {new}: the same evidence in {len(found.standings)} claims", err=True)


def _only(ids: tuple[str, ...], known: set[str]) -> list[str]:
    """Return the claims that ids and chapters name among those that a side knows: claims whose script is gone too."""
    chosen = []
    for id in ids:
        matching = [claim for claim in sorted(known) if id in (claim, claim.partition(".")[0])]
        if not matching:
            raise EngineError(f"neither side has evidence of a claim or chapter {id!r}", next="python -m claims list")
        chosen += matching
    return chosen
