"""Ties each sentence to the evidence that it was read with, so that neither can change unseen.

snippets/review.json holds, per claim, the hash of its accepted evidence and every sentence that names it. The
sentence stands beside its hash so that a reviewer sees what was reworded.
"""

from __future__ import annotations

import difflib
import hashlib
import json
import textwrap
from collections.abc import Collection, Mapping
from dataclasses import asdict, dataclass, field
from itertools import zip_longest
from pathlib import Path

from .diff.cited import sources
from .diff.one_claim import diff_of_claim
from .discover import discover
from .errors import EngineError
from .model import Build, Claim
from .project import Project
from .references import Prose
from .store import CALIBRATION, CONTROLS, EVIDENCE, MEASUREMENTS, digest, dumps, write_text
from .typed import typed
from .verdict import Finding, Kind


@dataclass(frozen=True)
class Reviewed:
    """What one claim was reviewed with."""

    evidence: str
    """Hash of its accepted folder, as `store.digest` makes it."""
    sentences: Mapping[str, str] = field(default_factory=dict)
    """Sentences by the hash of their text."""


@dataclass(frozen=True)
class Suspect:
    """A claim whose sentences or evidence are no longer those that were reviewed."""

    claim: str
    old: tuple[str, ...]
    """The sentences that were reviewed."""
    new: tuple[str, ...]
    """The sentences as they are, in the order of the text."""
    evidence_changed: bool
    diff: str
    """From what was reviewed on another build to what is accepted, else from accepted to fresh evidence; empty where
    nothing differs."""


def fingerprint(sentence: str) -> str:
    """Return the first 16 hex digits of the SHA-256 of a sentence, white space collapsed."""
    return hashlib.sha256(" ".join(sentence.split()).encode()).hexdigest()[:16]


def read_review(project: Project) -> dict[str, Reviewed]:
    """Return what was reviewed, by claim id; empty where nothing ever was.

    Raises EngineError where the file cannot be read back or a sentence is not the one that was hashed.
    """
    return read_reviews(project, project.review)


def read_reviews(project: Project, path: Path) -> dict[str, Reviewed]:
    """Return the reviews in a file, as `read_review` does for the pinned build's."""
    place = project.relative(path)
    command = f"git checkout -- {place}"
    if not path.is_file():
        return {}
    try:
        record = json.loads(path.read_text(encoding="utf-8"))
        reviewed = typed(dict[str, Reviewed], record, "reviews")
    except (OSError, ValueError, TypeError, RecursionError) as error:
        raise EngineError(f"{place}: not a record of reviews: {error}", next=command, code=1) from error
    for claim, entry in reviewed.items():
        for key, sentence in entry.sentences.items():
            if fingerprint(sentence) != key:
                message = f"{place}: claim {claim}: edited by hand, the hash {key} is not of: {sentence}"
                raise EngineError(message, next=command, code=1)
    return reviewed


def record(project: Project, claims: list[Claim], prose: Prose) -> None:
    """Write that the given claims' sentences were read with the evidence now accepted.

    Entries of other claims stay as they are; those of claims that no longer exist go.
    Raises EngineError where a claim has no accepted evidence; then nothing is written.
    """
    existing = {claim.id for claim in discover(project)}
    reviewed = {claim: entry for claim, entry in read_review(project).items() if claim in existing}
    for claim in claims:
        if not _accepted(project, claim):
            message = f"claim {claim.id}: nothing is accepted that its sentences could be read with"
            raise EngineError(message, next=f"python -m claims accept {claim.id}", code=1)
        sentences = {fingerprint(sentence): sentence for sentence in _sentences(prose, claim.id)}
        reviewed[claim.id] = Reviewed(digest(project.accepted_folder(claim)), sentences)
    write_reviews(project.review, reviewed)


def write_reviews(path: Path, reviewed: Mapping[str, Reviewed]) -> None:
    """Write reviews so that a git diff of them reads by itself."""
    write_text(
        path, dumps({claim: {"evidence": e.evidence, "sentences": e.sentences} for claim, e in reviewed.items()})
    )


def check_review(project: Project, claims: list[Claim], prose: Prose) -> list[Finding]:
    """Return a finding for each sentence that was not reviewed and each claim whose evidence changed since.

    Claims without accepted evidence or without prose are left to the checks for those.
    """
    reviewed = read_review(project)
    findings: list[Finding] = []
    for claim in claims:
        places = _places(prose, claim.id)
        if not places or not _accepted(project, claim):
            continue
        entry = reviewed.get(claim.id, Reviewed(""))
        current = _sentences(prose, claim.id)
        gone = [sentence for key, sentence in entry.sentences.items() if key not in map(fingerprint, current)]
        unreviewed = [sentence for sentence in current if fingerprint(sentence) not in entry.sentences]
        for old, new in pair(gone, unreviewed):
            if new:
                what = "reworded since it was reviewed" if old else "a sentence that was never reviewed"
                findings.append(_suspect(claim, places[new], what, old, new))
        if entry.evidence and entry.evidence != digest(project.accepted_folder(claim)):
            first = next(iter(places))
            what = "evidence changed since the sentence was reviewed"
            findings.append(_suspect(claim, places[first], what, "", ""))
        elif not entry.evidence and not unreviewed:
            what = "its evidence was never reviewed"
            findings.append(_suspect(claim, next(iter(places.values())), what, "", ""))
    return findings


def suspects(project: Project, claims: list[Claim], prose: Prose, drifted: Collection[str] = ()) -> list[Suspect]:
    """Return the claims that `check_review` finds suspect, each with its sentences and evidence, old and new.

    `drifted` names claims whose fresh evidence is known to differ; they are included whatever was reviewed.
    """
    reviewed = read_review(project)
    found = []
    for claim in claims:
        entry = reviewed.get(claim.id, Reviewed(""))
        new = _sentences(prose, claim.id)
        accepted = _accepted(project, claim) and bool(_places(prose, claim.id))
        changed = accepted and entry.evidence != digest(project.accepted_folder(claim))
        reworded = accepted and any(fingerprint(sentence) not in entry.sentences for sentence in new)
        if changed or reworded or claim.id in drifted:
            old = tuple(entry.sentences.values())
            # Evidence of another build than it was reviewed with comes before anything that was run since.
            diff = moved_diff(project, claim, entry.evidence) or evidence_diff(project, claim)
            found.append(Suspect(claim.id, old, tuple(new), changed or claim.id in drifted, diff))
    return found


def evidence_diff(project: Project, claim: Claim) -> str:
    """Return a unified diff from the claim's accepted evidence to its fresh one; empty without one of this build."""
    old, new = _texts(project.accepted_folder(claim)), _texts(project.fresh_folder(claim))
    if EVIDENCE not in new or not _of_build(new[EVIDENCE], project.pin):
        return ""
    # evidence.json first, excerpts before the whole artifacts they were cut from.
    names = sorted({*old, *new}, key=lambda name: (name != EVIDENCE, ".whole." in name, name))
    return "".join(
        _file_diff(f"{claim.folder.as_posix()}/{name}", old.get(name, ""), new.get(name, "")) for name in names
    )


def moved_diff(project: Project, claim: Claim, reviewed: str) -> str:
    """Return what changed from the build on which the claim was reviewed to the pinned one; empty where it is this one.

    `reviewed` is the hash of the evidence that it was reviewed with; the build is the one whose folder has it.
    """
    for folder in sorted(project.snippets.glob("torch-*")) if reviewed else []:
        known, here = folder / claim.folder, project.accepted_folder(claim)
        if known != here and (known / EVIDENCE).is_file() and digest(known) == reviewed:
            return diff_of_claim(claim.id, folder, here.parents[1], sources(project))
    return ""


def _of_build(evidence: str, build: Build) -> bool:
    try:
        return bool(json.loads(evidence)["build"] == asdict(build))
    except (ValueError, KeyError, TypeError):
        return False


def pair(old: Collection[str], new: Collection[str]) -> list[tuple[str, str]]:
    """Return old and new sentences side by side, the closest first matched; "" where one has no partner."""
    ratios = [
        (difflib.SequenceMatcher(None, before, after, autojunk=False).ratio(), before, after)
        for before in old
        for after in new
    ]
    partner: dict[str, str] = {}
    for ratio, before, after in sorted(ratios, key=lambda one: -one[0]):
        if ratio >= 0.4 and after not in partner and before not in partner.values():
            partner[after] = before
    without = [(sentence, "") for sentence in old if sentence not in partner.values()]
    return [(partner.get(sentence, ""), sentence) for sentence in new] + without


def render_suspect(suspect: Suspect, width: int) -> str:
    """Return a suspect as text: sentences in two columns where `width` is 100 or more, else stacked."""
    pairs = pair(suspect.old, suspect.new)
    reasons = ["reworded" if suspect.old else "never reviewed"] if any(old != new for old, new in pairs) else []
    reasons += ["evidence changed"] if suspect.evidence_changed else []
    lines = [f"claim {suspect.claim}: {', '.join(reasons) or 'as reviewed'}"]
    if width >= 100:
        lines += _columns([("reviewed", "now"), *pairs], width)
    else:
        lines += [line for old, new in pairs for line in _stacked(old, new, width)]
    if suspect.diff:
        lines += ["", *suspect.diff.splitlines()]
    return "\n".join(line.rstrip() for line in lines) + "\n"


def _columns(pairs: list[tuple[str, str]], width: int) -> list[str]:
    column = (width - 5) // 2
    lines = []
    for old, new in pairs:
        sides = textwrap.wrap(old, column) or ["—"], textwrap.wrap(new, column) or ["—"]
        mark = "│" if old == new else "┃"
        lines += [f"  {a:<{column}} {mark} {b}" for a, b in zip_longest(*sides, fillvalue="")]
    return lines


def _stacked(old: str, new: str, width: int) -> list[str]:
    marked = [("  ", new)] if old == new else [("- ", old), ("+ ", new)]
    return [
        line
        for mark, sentence in marked
        if sentence
        for line in textwrap.wrap(sentence, max(width, 20), initial_indent=mark, subsequent_indent="  ")
    ]


def _suspect(claim: Claim, where: str, what: str, old: str, new: str) -> Finding:
    command = f"python -m claims review {claim.id}"
    return Finding(Kind.SUSPECT, where, f"claim {claim.id}: {what}", command, claim.id, accepted=old, found=new)


def _sentences(prose: Prose, claim: str) -> list[str]:
    """Return the distinct sentences that name the claim, in the order of the text."""
    named = [r.sentence for r in prose.references if r.claim == claim and not r.recorded]
    return list(dict.fromkeys(named))


def _places(prose: Prose, claim: str) -> dict[str, str]:
    """Return where each of the claim's sentences first stands; an include stands under its path."""
    places: dict[str, str] = {}
    for reference in prose.references:
        if reference.claim == claim and not reference.recorded:
            places.setdefault(reference.sentence, f"{reference.page}:{reference.line}")
    for include in prose.includes:
        if include.path.startswith(claim.replace(".", "/", 1) + "/"):
            places.setdefault(include.path, f"{include.page}:{include.line}")
    return places


def _accepted(project: Project, claim: Claim) -> bool:
    return (project.accepted_folder(claim) / EVIDENCE).is_file()


def _texts(folder: Path) -> dict[str, str]:
    if not folder.is_dir():
        return {}
    return {
        path.name: path.read_text(encoding="utf-8", errors="replace")
        for path in sorted(folder.iterdir())
        if path.is_file() and path.name not in (MEASUREMENTS, CONTROLS, CALIBRATION) and not path.name.startswith(".")
    }


def _file_diff(name: str, old: str, new: str) -> str:
    lines = difflib.unified_diff(old.splitlines(), new.splitlines(), f"accepted/{name}", f"fresh/{name}", lineterm="")
    return "".join(f"{line}\n" for line in lines)
