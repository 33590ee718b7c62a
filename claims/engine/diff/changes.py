"""What changed of one claim between two builds, piece by piece, each with its class."""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from dataclasses import dataclass
from textwrap import shorten

from ..compare import apart, same_value
from ..figures import figure_of
from ..model import Check, Controls, Evidence, Excerpt, Ordering, Value, display
from ..timing.said import seen
from ..timing.sequential import Decision, Standing
from .classes import Class
from .hunks import diff_excerpts
from .sides import Side

#: The key of all ratios that moved: what makes a small call cheaper moves many of them, each by its own amount.
RATIOS = "ratios that moved"
#: How many times the nearest end of one interval must be that of the other for a ratio to have moved.
APART = 1.5


@dataclass(frozen=True)
class Change:
    """One piece of a claim's evidence that is not what it was."""

    claim: str
    kind: Class
    piece: str
    """Name of the check, value, ordering or excerpt; empty where it concerns the whole claim."""
    what: str
    """One phrase: ``the value “step” changed``."""
    old: tuple[str, ...] = ()
    new: tuple[str, ...] = ()
    """Both sides, in lines; empty for a side that has nothing."""
    where: str = ""
    """File within the claim's evidence folder, with a line where there is one."""
    key: Hashable = None
    """Equal for what one upstream change did to several claims; None for what is the claim's own."""
    excerpted: bool = True
    """False for a change in the part that an excerpt leaves out."""
    reordered: bool = False
    """The same lines in another order."""
    number: int = 0
    """Position among the claim's changes."""
    title: str = ""
    """What a heading says in place of `what`: of a figure, both figures."""


def changes_of(claim: str, old: Side, new: Side) -> list[Change]:
    """Return what changed of a claim that at least one of the sides knows; nothing where nothing did."""
    before, after = old.evidence.get(claim), new.evidence.get(claim)
    if before is None and after is None:
        return []  # It counts as not run, and there is nothing to read.
    if before is None or after is None:
        return list(_not_run(claim, old, new))
    if old.recorded or new.recorded:
        return list(_recorded(claim, old, new, before, after))
    return [
        *_checks(claim, before, after),
        *_controls(claim, old.controls.get(claim), new.controls.get(claim)),
        *_orderings(claim, before, after),
        *_pieces(claim, before, after, (old.title, new.title)),
    ]


def _not_run(claim: str, old: Side, new: Side) -> Iterator[Change]:
    for side in (old, new):
        if claim not in side.evidence:
            how = side.ended.get(claim, "nothing was recorded of it" if side.recorded else "it has no evidence there")
            yield Change(claim, Class.NOT_RUN, "", f"{side.title}: {how}", key="not run")


def _recorded(claim: str, old: Side, new: Side, before: Evidence, after: Evidence) -> Iterator[Change]:
    """Yield the ratios that fell on the other side of one; readings of another machine say nothing else."""
    reading, run = (before, after) if old.recorded else (after, before)
    for name, value in sorted(reading.values.items()):
        figure = figure_of(run, name)
        if name.startswith("ratio") and _number(value.value) and _number(figure):
            was, now = (value.value, figure) if old.recorded else (figure, value.value)
            if (float(was) > 1) != (float(now) > 1):  # type: ignore[arg-type]
                yield Change(
                    claim, Class.FLIPPED, name, f"the ratio “{name}” lies on the other side of one",
                    (f"{was:g}",), (f"{now:g}",), "evidence.json",
                )  # fmt: skip
    where = f"{reading.profile.os} {reading.profile.arch}, {reading.profile.compiler}"
    what = f"recorded on {where}, and never run here"
    yield Change(claim, Class.NOT_COMPARABLE, "", what, key=("recorded", where))


def _number(figure: object) -> bool:
    return isinstance(figure, int | float) and not isinstance(figure, bool)


def _checks(claim: str, before: Evidence, after: Evidence) -> Iterator[Change]:
    """Yield the checks whose verdict is another, and those that only one side has; a new one that fails refutes."""
    for name in sorted({*before.checks, *after.checks}):
        was, now = before.checks.get(name), after.checks.get(name)
        holds = [check.holds if check else None for check in (was, now)]
        what = {
            (True, False): "no longer holds",
            (False, True): "holds, and did not before",
            (None, True): "is new",
            (None, False): "is new, and does not hold",
            (True, None): "is not made any more",
            (False, None): "is not made any more",
        }.get((holds[0], holds[1]))
        if what:
            kind = Class.REFUTED if holds[1] is False else Class.VALUE
            yield Change(claim, kind, name, f"the check “{name}” {what}", _said(was), _said(now), "evidence.json")


def _controls(claim: str, before: Controls | None, after: Controls | None) -> Iterator[Change]:
    """Yield the controls that fail on one side as they must and not on the other: there, the claim notices nothing.

    A control that was timed and came to no decision says nothing about its build.
    """
    if before is None or after is None:
        return
    was = {result.condition: result for result in before.results}
    for now in after.results:
        then = was.get(now.condition)
        undecided = any(result and result.found.startswith(Decision.OPEN.value) for result in (then, now))
        if then is not None and then.failed_as_named != now.failed_as_named and not undecided:
            how = "fails as it must, and did not before" if now.failed_as_named else "no longer fails as it must"
            what = f"the control “{now.condition}” {how}"
            yield Change(claim, Class.VALUE, now.condition, what, (then.found,), (now.found,), "controls.json")


def _said(check: Check | None) -> tuple[str, ...]:
    if check is None:
        return ()
    verdict = "holds" if check.holds else "does not hold"
    return (f"{verdict}; found {check.found}" if check.found else verdict,)


def _orderings(claim: str, before: Evidence, after: Evidence) -> Iterator[Change]:
    same_machine = before.profile == after.profile
    for name in sorted({*before.orderings, *after.orderings}):
        was, now = before.orderings.get(name), after.orderings.get(name)
        if was is None or now is None or was.declared != now.declared:
            gone = "is not claimed any more" if now is None else "is new" if was is None else "is claimed otherwise"
            what, old, new = f"the ordering “{name}” {gone}", _sides(was), _sides(now)
            yield Change(claim, Class.VALUE, name, what, old, new, "evidence.json")
        elif _flipped(was, now):
            what = f"the ordering “{name}” flipped"
            yield Change(claim, Class.FLIPPED, name, what, (seen(was),), (seen(now),), "measurements.json")
        elif same_machine and _far_apart(was, now):
            what = f"the ratio of “{name}” moved"
            title = f"the ratio of “{name}” {was.ratio:.2f} → {now.ratio:.2f}"
            yield Change(
                claim, Class.VALUE, name, what, (seen(was),), (seen(now),), "measurements.json", RATIOS, title=title
            )


def _sides(ordering: Ordering | None) -> tuple[str, ...]:
    return (" over ".join(ordering.sides[:2]),) if ordering else ()


def _flipped(was: Ordering, now: Ordering) -> bool:
    """Tell whether one is refuted where the other is not, or the two intervals lie on different sides of one."""
    decided = {Standing.CONFIRMED.value, Standing.REFUTED.value}
    if was.verdict in decided and now.verdict in decided:
        return was.verdict != now.verdict
    if was.kind != "ordering":
        return False
    return (_below(was) and _above(now)) or (_above(was) and _below(now))


def _far_apart(was: Ordering, now: Ordering) -> bool:
    """Tell whether two ratios of one machine lie so far apart that no chance of a run explains it.

    Two servers of one build differ by what they have by chance, such as where their memory lies: by up to 1.4 where
    both sides take about as long, and by less elsewhere. What is told lies beyond that, from end to end.
    """
    if was.low is None or was.high is None or now.low is None or now.high is None:
        return False
    ends = [(was.high, now.low), (now.high, was.low)]
    return any(below > 0 and above >= APART * below for below, above in ends)


def _above(ordering: Ordering) -> bool:
    return ordering.low is not None and ordering.low > 1


def _below(ordering: Ordering) -> bool:
    return ordering.high is not None and ordering.high < 1


def _pieces(claim: str, before: Evidence, after: Evidence, titles: tuple[str, str]) -> Iterator[Change]:
    if before.statement != after.statement:
        what = "the script words its statement otherwise"
        yield Change(claim, Class.VALUE, "", what, (before.statement,), (after.statement,), "evidence.json")
    pieces: list[dict[str, Value | Excerpt]] = [{**e.values, **e.excerpts} for e in (before, after)]
    for name in sorted({*pieces[0], *pieces[1]}):
        was, now = pieces[0].get(name), pieces[1].get(name)
        if _same(was, now):
            continue
        if differing := apart(before.profile, after.profile, was, now):
            sides = [", ".join(str(getattr(e.profile, part)) for part in differing) for e in (before, after)]
            what = f"{titles[0]} ran with {sides[0]}, {titles[1]} with {sides[1]}"
            yield Change(claim, Class.NOT_COMPARABLE, name, what, key=("profile", what))
        elif was is None or now is None or type(was) is not type(now):
            yield _lost_or_gained(claim, name, was, now)
        elif isinstance(was, Value) and isinstance(now, Value):
            what = f"the value “{name}” changed"
            key = ("value", name, str(was), str(now))
            yield Change(
                claim, Class.VALUE, name, what, (str(was),), (str(now),), "evidence.json", key, title=_moved(was, now)
            )
        elif isinstance(was, Excerpt) and isinstance(now, Excerpt):
            yield from _excerpt(claim, was, now)


def _moved(was: Value, now: Value) -> str:
    """Return both figures of a value in one phrase: ``“settings” 11 → 12``."""
    alike = was.unit == now.unit
    old, new = (display(value.value) if alike else str(value) for value in (was, now))
    return f"“{was.name}” {shorten(old, 40, placeholder='…')} → {shorten(new, 40, placeholder='…')}"


def _same(was: Value | Excerpt | None, now: Value | Excerpt | None) -> bool:
    if isinstance(was, Value) and isinstance(now, Value):
        return same_value(was, now)
    if isinstance(was, Excerpt) and isinstance(now, Excerpt):
        return (was.text, was.whole) == (now.text, now.whole)
    return was == now


def _lost_or_gained(claim: str, name: str, was: Value | Excerpt | None, now: Value | Excerpt | None) -> Change:
    piece = now if was is None else was
    word = "value" if isinstance(piece, Value) else "excerpt"
    gone = "is new" if was is None else "is not made any more" if now is None else "is another kind of piece"
    old = (str(was),) if isinstance(was, Value) else ()
    new = (str(now),) if isinstance(now, Value) else ()
    return Change(claim, Class.VALUE, name, f"the {word} “{name}” {gone}", old, new, "evidence.json")


def _excerpt(claim: str, was: Excerpt, now: Excerpt) -> Iterator[Change]:
    found = diff_excerpts(was, now)
    for number, hunk in enumerate(found.hunks):
        how = "changed" if hunk.old and hunk.new else "added" if hunk.new else "removed"
        part = f"in {now.name}" if hunk.excerpted else f"in what {now.name} leaves out"
        what = f"the same lines {part}, in another order" if found.reordered else f"{how} {part}"
        yield Change(
            claim, Class.CODE, now.name, what, hunk.old, hunk.new, f"{now.whole_name}:{hunk.line}",
            hunk.key, hunk.excerpted, found.reordered, number,
        )  # fmt: skip
    if not found.hunks:
        pairs = ", ".join(f"{a} is {b}" for a, b in found.renamed)
        yield Change(claim, Class.RENAMED, now.name, pairs or "blanks alone", key="renamed")
