"""The claim diff for a terminal: both sides with the words marked that changed, as ``[-old-]`` and ``{+new+}``."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator

import click

from . import reading
from .changes import Change
from .cited import SourceDiff
from .classes import Class
from .entries import ClaimDiff, Entry
from .reading import SHORT, Limits
from .words import Marked, mark

WIDTH = 110


def render_text(diff: ClaimDiff, limits: Limits = SHORT) -> str:
    """Return the diff as text with colours, which `click.echo` takes out where there is no terminal; empty for none."""
    elsewhere = reading.cited_elsewhere(diff)
    if not diff.entries and not elsewhere:
        return ""
    lines = [reading.headline(diff), f"  {reading.counts(diff)}"]
    for kind in Class:
        numbered = [(number, entry) for number, entry in enumerate(diff.entries, 1) if entry.kind is kind]
        if numbered:
            lines += ["", click.style(kind.value.upper(), bold=True)]
        for number, entry in numbered:
            lines += ["", *entry_lines(diff, number, entry, limits)]
    if elsewhere:
        lines += ["", click.style(reading.ELSEWHERE.upper(), bold=True)]
        for source, claims in elsewhere:
            lines += ["", f"     {', '.join(claims)}", *(f"     {line}" for line in source_lines(source, limits))]
    if unchanged := diff.claims_in(Class.UNCHANGED):
        lines += ["", f"{Class.UNCHANGED.value}: {reading.many(len(unchanged), 'claim')}"]
    return "\n".join(line.rstrip() for line in lines) + "\n"


def entry_lines(diff: ClaimDiff, number: int, entry: Entry, limits: Limits = SHORT) -> Iterator[str]:
    """Yield one entry: title, reach, sentences, both sides, the claims."""
    reach = reading.reach(entry)
    yield f"{number:>3}  {click.style(entry.title, bold=True)}" + (f"  [{reach}]" if reach else "")
    if entry.kind in reading.LISTED:
        yield from (f"     {line}" for line in reading.listing(entry))
        return
    yield from (f"     {line}" for line in sentence_lines(entry, limits))
    changes = reading.detail(entry)
    folded = reading.is_folded(entry)
    for change in changes[: None if folded else limits.changes]:
        yield f"     {reading.in_a_line(change) if folded else change.what}  ({reading.place(diff, change)})"
        if not folded:
            yield from (f"       {line}" for line in side_lines(change, limits))
    if not folded and (rest := reading.more(len(changes), limits.changes, "change")):
        yield f"     {rest}"
    if len(entry.claims) > 1 and not folded:
        yield from textwrap.wrap(
            f"claims: {', '.join(entry.claims)}", WIDTH, initial_indent="     ", subsequent_indent="       ",
            break_on_hyphens=False,
        )  # fmt: skip
    for source in reading.cited(diff, entry):
        yield from (f"     {line}" for line in source_lines(source, limits))
    if entry.also:
        yield f"     reached by {'entries' if len(entry.also) > 1 else 'entry'} {', '.join(map(str, entry.also))} too"


def source_lines(source: SourceDiff, limits: Limits) -> list[str]:
    """Return what became of a cited definition, and the diff of it."""
    rest = reading.more(len(source.lines), limits.source, "line")
    shown = [f"  {line}" for line in source.lines[: limits.source]]
    return [reading.cited_line(source), *shown, *([f"  {rest}"] if rest else [])]


def sentence_lines(entry: Entry, limits: Limits) -> list[str]:
    """Return the sentences that an entry touches; of many claims, only where they stand."""
    if len(entry.claims) > 1:
        places, others = reading.touched(entry)
        text = f"touches {', '.join(places)}" + (f", and {others} where it is left out" if others else "")
        return textwrap.wrap(text, WIDTH, subsequent_indent="  ", break_on_hyphens=False) if places else []
    shown = [f"{sentence.where}  {sentence.text}" for sentence in entry.sentences[: limits.sentences]]
    rest = reading.more(len(entry.sentences), limits.sentences, "sentence")
    return shown + ([rest] if rest else [])


def side_lines(change: Change, limits: Limits) -> list[str]:
    """Return both sides of a change, old before new, the words marked that differ."""
    old, new = mark(change.old, change.new)
    return [
        *(click.style(line, fg="red") for line in _marked("- ", old, ("[-", "-]"), limits)),
        *(click.style(line, fg="green") for line in _marked("+ ", new, ("{+", "+}"), limits)),
    ]


def _marked(sign: str, lines: Marked, brackets: tuple[str, str], limits: Limits) -> list[str]:
    texts = [
        sign + "".join(f"{brackets[0]}{word.text}{brackets[1]}" if word.changed else word.text for word in line)
        for line in lines[: limits.lines]
    ]
    rest = reading.more(len(lines), limits.lines, "line")
    return texts + ([f"{sign}{rest}"] if rest else [])
