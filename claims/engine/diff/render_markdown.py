"""The claim diff as Markdown, for the text of a pull request: ``<del>`` and ``<ins>`` mark the words that changed."""

from __future__ import annotations

import html
import re
from collections.abc import Iterator

from . import reading
from .changes import Change
from .cited import SourceDiff
from .classes import Class
from .entries import ClaimDiff, Entry
from .reading import SHORT, Limits
from .words import Marked, mark

_SPECIAL = re.compile(r"([\\`*_<>\[\]|#])")


def render_markdown(diff: ClaimDiff, limits: Limits = SHORT) -> str:
    """Return the diff as Markdown, with no link and nothing that needs a script; one line where nothing changed."""
    lines = [f"# Claims: {escape(diff.old.title)} → {escape(diff.new.title)}", ""]
    elsewhere = reading.cited_elsewhere(diff)
    if not diff.entries and not elsewhere:
        return "\n".join([*lines, f"Nothing changed in {len(diff.standings)} claims."]) + "\n"
    lines += [
        f"{reading.headline(diff).partition(': ')[2]}.",
        "",
        "| class | claims | entries |",
        "| --- | --- | --- |",
    ]
    for kind in Class:
        found = sum(entry.kind is kind for entry in diff.entries)
        lines.append(f"| {kind.value} | {len(diff.claims_in(kind))} | {found} |")
    for kind in Class:
        numbered = [(number, entry) for number, entry in enumerate(diff.entries, 1) if entry.kind is kind]
        if numbered:
            lines += ["", f"## {kind.value[0].upper()}{kind.value[1:]}"]
        for number, entry in numbered:
            lines += ["", *entry_markdown(diff, number, entry, limits)]
    if elsewhere:
        lines += ["", f"## {reading.ELSEWHERE}"]
        for source, claims in elsewhere:
            lines += ["", f"### {', '.join(map(escape, claims))}", *_source(source, limits)]
    return "\n".join(lines) + "\n"


def entry_markdown(diff: ClaimDiff, number: int, entry: Entry, limits: Limits = SHORT) -> Iterator[str]:
    """Yield the lines of one entry."""
    reach = reading.reach(entry)
    yield f"### {number}. {inline(entry.title)}"
    if reach:
        yield from ("", f"{reach}.")
    if entry.kind in reading.LISTED:
        yield from _details(reading.the_claims(entry), [f"- {escape(line)}" for line in reading.listing(entry)])
        return
    yield from _sentences(entry, limits)
    changes = reading.detail(entry)
    folded = reading.is_folded(entry)
    for change in changes[: None if folded else limits.changes]:
        place = f"`{reading.place(diff, change)}`"
        yield from ("", f"- {inline(reading.in_a_line(change))}, {place}" if folded else
                    f"{escape(change.what)} ({place}):")  # fmt: skip
        if not folded:
            yield from ("", *pre(change, limits))
    if not folded and (rest := reading.more(len(changes), limits.changes, "change")):
        yield from ("", rest)
    if len(entry.claims) > 1 and not folded:
        yield from _details(reading.the_claims(entry), [", ".join(f"`{claim}`" for claim in entry.claims)])
    for source in reading.cited(diff, entry):
        yield from _source(source, limits)
    if entry.also:
        yield from ("", f"Entries that reach this claim too: {', '.join(map(str, entry.also))}.")


def _source(source: SourceDiff, limits: Limits) -> Iterator[str]:
    yield from ("", f"{escape(reading.cited_line(source))}.")
    if source.lines:
        rest = reading.more(len(source.lines), limits.source, "line")
        yield from ("", "````diff", *source.lines[: limits.source], *([rest] if rest else []), "````")


def _sentences(entry: Entry, limits: Limits) -> Iterator[str]:
    if not entry.sentences:
        return
    if len(entry.claims) > 1:
        places, others = reading.touched(entry)
        rest = f", and {others} where it is left out" if others else ""
        yield from ("", f"Touches {', '.join(f'`{place}`' for place in places)}{rest}.")
        return
    yield ""
    for sentence in entry.sentences[: limits.sentences]:
        yield f"> {escape(sentence.text)} (`{sentence.where}`)  "
    if rest := reading.more(len(entry.sentences), limits.sentences, "sentence"):
        yield f"> {rest}"


def pre(change: Change, limits: Limits = SHORT) -> list[str]:
    """Return both sides of a change as preformatted HTML, which GitHub and MkDocs both show."""
    old, new = mark(change.old, change.new)
    return ["<pre>", *_marked("- ", old, "del", limits), *_marked("+ ", new, "ins", limits), "</pre>"]


def _marked(sign: str, lines: Marked, tag: str, limits: Limits) -> list[str]:
    texts = [
        sign
        + "".join(
            f"<{tag}>{html.escape(word.text, quote=False)}</{tag}>"
            if word.changed
            else html.escape(word.text, quote=False)
            for word in line
        )
        for line in lines[: limits.lines]
    ]
    rest = reading.more(len(lines), limits.lines, "line")
    return texts + ([f"{sign}{rest}"] if rest else [])


def _details(summary: str, lines: list[str]) -> Iterator[str]:
    yield from ("", f"<details><summary>{summary}</summary>", "", *lines, "", "</details>")


def inline(text: str) -> str:
    """Return text so that Markdown shows it as it is, with what stands between backticks as code."""
    parts = text.split("`")
    return "`".join(part if number % 2 else escape(part) for number, part in enumerate(parts))


def escape(text: str) -> str:
    """Return plain text so that Markdown shows it as it is."""
    return _SPECIAL.sub(r"\\\1", text)
