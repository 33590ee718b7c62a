"""What a run and the gate say: findings, verdicts, the report, the exit code."""

from __future__ import annotations

import enum
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from .model import Build, Profile


class Kind(enum.Enum):
    """What a finding is about; the value is the word in report.json."""

    WRONG_BUILD = "wrong build"
    FAILED_RUN = "failed run"
    CHECK = "check"
    VALUE = "value"
    EXCERPT = "excerpt"
    LEFT_OUT = "left-out part"
    ORDERING = "ordering"
    PIECE = "piece"
    STATEMENT = "statement"
    NEW = "not accepted yet"
    NOT_RUN = "not run"
    WROTE = "accepted evidence touched"
    EMPTY = "no assertion"
    VACUOUS = "vacuous control"
    NO_CONTROL = "no control"
    STALE_CONTROL = "stale control"
    STALE_PLANTS = "stale plants"
    UNNOTICED = "plant that no claim notices"
    TORN = "torn evidence"
    ORPHAN_FOLDER = "folder without claim"
    UNREFERENCED = "claim without prose"
    UNKNOWN_CLAIM = "prose without claim"
    TEXT = "text against evidence"
    UNCARRIED = "line that no claim carries"
    SUSPECT = "suspect"
    TYPED_CODE = "typed code"
    TYPED_NUMBER = "typed number"
    LINK = "broken link"
    FOREIGN = "request to another host"
    FORK = "fork against fresh"
    UNFIT = "machine unfit"

    @property
    def exit_code(self) -> int:
        special = {Kind.WRONG_BUILD: 4, Kind.FAILED_RUN: 3, Kind.UNFIT: 5}
        return special.get(self, 1)


#: Where several exit codes apply, the first of these wins.
EXIT_ORDER = (4, 3, 1, 5)


@dataclass(frozen=True)
class Finding:
    """Something that makes the build fail: where, what was accepted, what was found, what to run next."""

    kind: Kind
    where: str
    """``path:line`` where there is a line, else a path."""
    message: str
    """One line; starts with the claim's id where there is one."""
    next: str
    """The one command that comes next."""
    claim: str = ""
    accepted: str = ""
    found: str = ""
    detail: str = ""
    """A diff or further lines, shown indented."""


@dataclass(frozen=True)
class NotComparable:
    """A piece that was accepted under another profile and so is not held against this run's."""

    claim: str
    piece: str
    reason: str
    """``accepted with gcc 12, this machine has clang 18``"""


def exit_code(findings: list[Finding]) -> int:
    """Return the program's exit code for these findings: 0 where there are none."""
    codes = {finding.kind.exit_code for finding in findings}
    return next((code for code in EXIT_ORDER if code in codes), 0)


def not_run(lacks: Iterable[str]) -> str:
    """Return how many claims were not run and why, to go on a line: ``, 2 not run: no CUDA device``; else nothing."""
    return "".join(f", {count} not run: {what}" for what, count in sorted(Counter(lacks).items()))


@dataclass(frozen=True)
class Verdict:
    """How one claim stands after a run and its comparison."""

    claim: str
    holds: bool
    outcome: str
    """The value of an `Outcome`, and after a colon why it was not run."""
    seconds: float
    not_comparable: tuple[NotComparable, ...] = ()
    lacks: str = ""
    """What the machine lacks, such as ``no CUDA device``: the claim was not run, does not hold, and is no failure."""


@dataclass(frozen=True)
class Report:
    """build/report.json: what one run of the gate found. `verdicts` is empty where no claim was run."""

    nonce: str
    """Names the run; empty where the report was made from accepted evidence alone."""
    build: Build
    profile: Profile | None
    verdicts: Mapping[str, Verdict]
    findings: tuple[Finding, ...]
    seconds: Mapping[str, float] = field(default_factory=dict)
    """Wall seconds by stage: ``warm start``, ``claims``, ``gate`` …"""

    @property
    def exit_code(self) -> int:
        return exit_code(list(self.findings))
