"""Holds fresh evidence against the accepted: what drifted, and what cannot be compared on this machine."""

from __future__ import annotations

import difflib

from .model import Claim, Evidence, Excerpt, Ordering, Profile, Value
from .project import Project
from .timing.said import claimed, look_counts, seen
from .timing.sequential import Standing
from .verdict import Finding, Kind, NotComparable

#: What is compared by name: a value, an excerpt, or the word for a check.
Piece = Value | Excerpt | str


def compare(
    project: Project, claim: Claim, accepted: Evidence | None, fresh: Evidence
) -> tuple[list[Finding], list[NotComparable]]:
    """Return what in `fresh` makes the claim fail, and the accepted pieces that this profile cannot be held against.

    Checks count on every machine. Values and excerpts count where accepted and fresh profile agree on all that the
    piece depends on.
    """
    findings = own_findings(claim, fresh)
    if accepted is None:
        message = f"claim {claim.id}: has no accepted evidence for {fresh.build}"
        findings.append(Finding(Kind.NEW, claim.place, message, f"python -m claims accept {claim.id}", claim.id))
        return findings, []
    folder = project.relative(project.accepted_folder(claim))
    if accepted.statement != fresh.statement:
        findings.append(
            _drift(
                Kind.STATEMENT,
                f"{folder}/evidence.json",
                claim,
                "the statement changed",
                accepted.statement,
                fresh.statement,
            )
        )
    pieces = pieces_of(accepted), pieces_of(fresh)
    not_comparable: list[NotComparable] = []
    for name in sorted({*pieces[0], *pieces[1]}):
        old, new = pieces[0].get(name), pieces[1].get(name)
        if differing := apart(accepted.profile, fresh.profile, old, new):
            not_comparable.append(NotComparable(claim.id, name, _reason(accepted.profile, fresh.profile, differing)))
        elif old is None or new is None:
            findings.append(_lost_or_gained(folder, claim, name, gone=new is None))
        elif isinstance(old, Value) and isinstance(new, Value):
            findings += _value(folder, claim, old, new)
        elif isinstance(old, Excerpt) and isinstance(new, Excerpt):
            findings += _excerpt(folder, claim, old, new)
        elif type(old) is not type(new):
            findings.append(_lost_or_gained(folder, claim, f"{name} (another kind of piece)", gone=False))
    for name in sorted({*accepted.orderings, *fresh.orderings}):
        was, now = accepted.orderings.get(name), fresh.orderings.get(name)
        if was is None or now is None:
            findings.append(_lost_or_gained(folder, claim, name, gone=now is None))
        elif was.declared != now.declared:
            findings.append(_lost_or_gained(folder, claim, f"{name} (another kind, or other sides)", gone=False))
    return findings, not_comparable


def own_findings(claim: Claim, evidence: Evidence, *, fresh: bool = True) -> list[Finding]:
    """Return what evidence says against its own claim: a check that does not hold, or nothing asserted at all.

    `fresh` tells the newest run's evidence from what is accepted.
    """
    command = f"python -m claims show {claim.id}{' --fresh' if fresh else ''}"
    if not evidence.assertions:
        message = f"claim {claim.id}: made no check, no value and no ordering, so it holds nothing"
        return [Finding(Kind.EMPTY, claim.place, message, f"add a check to {claim.place}", claim.id)]
    return [
        Finding(
            Kind.CHECK,
            claim.place,
            f"claim {claim.id}: the check “{check.name}” does not hold",
            command,
            claim.id,
            accepted="holds",
            found=check.found or "does not hold",
            detail=f"{evidence.build}, {evidence.profile}",
        )
        for check in evidence.failed
    ] + [
        _refuted(claim, o, command)
        for _, o in sorted(evidence.orderings.items())
        if o.verdict == Standing.REFUTED.value
    ]


def _refuted(claim: Claim, ordering: Ordering, command: str) -> Finding:
    looks = "; ".join(look_counts(look) for look in ordering.looks)
    return Finding(
        Kind.ORDERING,
        claim.place,
        f"claim {claim.id}: the ordering “{ordering.name}” is refuted",
        command,
        claim.id,
        accepted=claimed(ordering),
        found=seen(ordering),
        detail=f"{len(ordering.looks)} looks, each in a process of its own: {looks}\nmargin: {ordering.origin}",
    )


def pieces_of(evidence: Evidence) -> dict[str, Piece]:
    """Return what is compared, by name; a check is there or not, and its verdict counts by itself."""
    checks: dict[str, Piece] = dict.fromkeys(evidence.checks, "check")
    return {**checks, **evidence.values, **evidence.excerpts}


def apart(one: Profile, other: Profile, old: Piece | None, new: Piece | None) -> list[str]:
    """Return the parts of the profiles that differ and that the piece depends on, on either side."""
    depends = {name for piece in (old, new) if isinstance(piece, Value | Excerpt) for name in piece.depends}
    return one.differing(other, tuple(sorted(depends)))


def _reason(accepted: Profile, fresh: Profile, differing: list[str]) -> str:
    old = ", ".join(str(getattr(accepted, name)) for name in differing)
    new = ", ".join(str(getattr(fresh, name)) for name in differing)
    return f"accepted with {old}, this machine has {new}"


def _lost_or_gained(folder: str, claim: Claim, name: str, *, gone: bool) -> Finding:
    verb = "is accepted and was not made in this run" if gone else "is new and not accepted yet"
    return Finding(
        Kind.PIECE,
        f"{folder}/evidence.json",
        f"claim {claim.id}: “{name}” {verb}",
        f"python -m claims review {claim.id}",
        claim.id,
    )


def same_value(old: Value, new: Value) -> bool:
    """Tell whether figure, type and unit are the same."""
    return (type(old.value), old.value, old.unit) == (type(new.value), new.value, new.unit)


def _value(folder: str, claim: Claim, old: Value, new: Value) -> list[Finding]:
    if same_value(old, new):
        if old.depends == new.depends:
            return []
        return [_lost_or_gained(folder, claim, f"{old.name} (what it depends on)", gone=False)]
    return [
        _drift(
            Kind.VALUE,
            f"{folder}/evidence.json",
            claim,
            f"the value “{old.name}” changed",
            str(old),
            str(new),
        )
    ]


def _excerpt(folder: str, claim: Claim, old: Excerpt, new: Excerpt) -> list[Finding]:
    if old.text != new.text:
        line, accepted, found = first_difference(old.text, new.text)
        where, kind, what = f"{folder}/{old.name}:{line}", Kind.EXCERPT, f"the excerpt {old.name} changed"
    elif old.whole != new.whole:
        line, accepted, found = first_difference(old.whole, new.whole)
        where, kind = f"{folder}/{old.whole_name}:{line}", Kind.LEFT_OUT
        what = f"the part that {old.name} leaves out changed"
    elif (old.language, old.must_not, old.depends) != (new.language, new.must_not, new.depends):
        return [_lost_or_gained(folder, claim, f"{old.name} (what it depends on or may not leave out)", gone=False)]
    else:
        return []
    return [_drift(kind, where, claim, what, accepted, found, unified(old.whole, new.whole, old.whole_name))]


def _drift(kind: Kind, where: str, claim: Claim, what: str, accepted: str, found: str, detail: str = "") -> Finding:
    return Finding(
        kind,
        where,
        f"claim {claim.id}: {what}",
        f"python -m claims review {claim.id}",
        claim.id,
        accepted,
        found,
        detail,
    )


def first_difference(old: str, new: str) -> tuple[int, str, str]:
    """Return the number of the first line that differs, counted in `old`, and both sides of it."""
    a, b = old.splitlines(), new.splitlines()
    for number, (left, right) in enumerate(zip(a, b, strict=False), 1):
        if left != right:
            return number, left.strip(), right.strip()
    number = min(len(a), len(b)) + 1
    return (
        number,
        a[number - 1].strip() if len(a) >= number else "(no line)",
        b[number - 1].strip() if len(b) >= number else "(no line)",
    )


def unified(old: str, new: str, name: str, limit: int = 40) -> str:
    """Return a unified diff of at most `limit` lines."""
    lines = list(
        difflib.unified_diff(old.splitlines(), new.splitlines(), f"accepted/{name}", f"found/{name}", lineterm="", n=2)
    )
    return "\n".join(lines[:limit] + ([f"… {len(lines) - limit} more lines"] if len(lines) > limit else []))
