"""A claim diff that is too long for a pull request."""

from __future__ import annotations

from pathlib import Path

from diff_cases import diff_of

from claims.engine.diff.render import render
from claims.engine.diff.shortened import shortened

CASES = Path(__file__).parents[2] / "cases" / "diff"


def test_whole_entries_are_kept(tmp_path: Path) -> None:
    """Whatever the limit, the text ends after a whole entry and counts those left out; no class is named in vain."""
    text = render(diff_of(CASES / "worst-first.case", tmp_path), "markdown")
    entries = text.count("\n### ")
    head = text.index("\n## ")
    seen = set()
    for limit in range(head + 80, len(text)):
        short = shortened(text, limit)
        kept, _, rest = short.rstrip("\n").rpartition("\n")
        assert len(short) <= limit and text.startswith(f"{kept}\n")
        assert text[len(kept) + 1 :].startswith(("## ", "### ")) and not kept.splitlines()[-2].startswith("## ")
        left = entries - kept.count("\n### ")
        assert rest == f"… and {left} more {'entry' if left == 1 else 'entries'}, left out of this text for its length."
        seen.add(left)
    assert seen == {*range(1, entries + 1)}


def test_what_fits_is_left_alone(tmp_path: Path) -> None:
    """A text within the limit is as it was, and of one that has no room for an entry the head remains."""
    text = render(diff_of(CASES / "worst-first.case", tmp_path), "markdown")
    assert shortened(text, len(text)) == text
    assert shortened(text, 1).startswith(text[: text.index("\n## ")])
    assert "\n### " not in shortened(text, 1)
