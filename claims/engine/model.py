"""The words of the project as types: what a claim is, what a run of it produced, what may be wrong.

Nothing here reads a file, imports torch or prints; every other module speaks in these types.
"""

from __future__ import annotations

import enum
from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from types import MappingProxyType
from typing import Any

from .measured import COMPARISON
from .measured import Look as Look
from .measured import Measurement as Measurement
from .measured import Ordering as Ordering
from .measured import three as three

Scalar = bool | int | float | str
Figure = Scalar | list[Scalar]

#: What a piece of evidence may depend on beyond the build; each is a field of `Profile`.
DEPENDENCIES = ("arch", "compiler", "cpu", "gpu", "isa", "os", "python", "tuning")
#: What a claim may require of the machine, and what is said where that is not there.
REQUIREMENTS = MappingProxyType({"cuda": "no CUDA device"})


@dataclass(frozen=True)
class Build:
    """A PyTorch version with its git revision."""

    torch: str
    """Release number without a local suffix, such as ``2.13.0``."""
    revision: str
    """Full git revision that the wheel was built from."""

    def __str__(self) -> str:
        return f"torch {self.torch} ({self.revision[:8]})"


@dataclass(frozen=True)
class Profile:
    """The machine state that a run's evidence may depend on."""

    python: str
    """Minor version, such as ``3.11``."""
    os: str
    """``Linux`` or ``Darwin``."""
    arch: str
    """``x86_64`` or ``arm64``."""
    isa: str
    """Vector instruction set that Inductor emits for: ``scalar``, ``avx2``, ``avx512``, ``neon`` …"""
    compiler: str
    """Family and major version of the C++ compiler, such as ``gcc 12``."""
    cpu: str
    """The processor's own name for itself."""
    tuning: str
    """What ``-march=native`` means to the compiler here, such as ``znver1``; PyTorch compiles kernels with it."""
    threads: int
    """Intra-op threads of the reference state."""
    gpu: str = ""
    """The accelerator's own name for itself; empty for every claim that requires none."""

    def differing(self, other: Profile, names: tuple[str, ...]) -> list[str]:
        """Return those of `names` on which the two profiles disagree."""
        return [name for name in names if getattr(self, name) != getattr(other, name)]

    def __str__(self) -> str:
        return f"{self.isa}, {self.compiler}, Python {self.python}, {self.os} {self.arch}"


@dataclass(frozen=True)
class Check:
    """A named predicate and whether it held."""

    name: str
    holds: bool
    found: str = ""
    """What was seen, in words or figures; shown, never compared."""
    depends: tuple[str, ...] = ()


@dataclass(frozen=True)
class Value:
    """An exact, typed figure with a unit; compared for equality."""

    name: str
    value: Figure
    unit: str = ""
    depends: tuple[str, ...] = ()

    def __str__(self) -> str:
        return f"{display(self.value)} {self.unit}".strip()


@dataclass(frozen=True)
class Excerpt:
    """A trimmed piece of a generated artifact, with the whole artifact beside it."""

    name: str
    """File name in the claim's evidence folder, such as ``loop.cpp``."""
    text: str
    """The lines that are shown, with elisions where something was left out."""
    whole: str
    """The artifact that the excerpt was cut from, noise normalised."""
    language: str
    """Pygments' name of the language: ``cpp``, ``python``, ``nasm``, ``text``."""
    must_not: tuple[str, ...] = ()
    """Patterns that the left-out part does not hold."""
    depends: tuple[str, ...] = ()

    @property
    def whole_name(self) -> str:
        """File name of the whole artifact: ``loop.cpp`` gives ``loop.whole.cpp``."""
        stem, dot, suffix = self.name.rpartition(".")
        return f"{stem}.whole{dot}{suffix}"


@dataclass(frozen=True)
class Evidence:
    """What one run of a claim produced."""

    claim: str
    statement: str
    build: Build
    profile: Profile
    checks: Mapping[str, Check] = field(default_factory=dict)
    values: Mapping[str, Value] = field(default_factory=dict)
    excerpts: Mapping[str, Excerpt] = field(default_factory=dict)
    orderings: Mapping[str, Ordering] = field(default_factory=dict)
    measurements: Mapping[str, Measurement] = field(default_factory=dict)

    @property
    def assertions(self) -> int:
        """How many checks, values and orderings were made; a claim without any does not hold."""
        claimed = [ordering for ordering in self.orderings.values() if ordering.kind != COMPARISON]
        return len(self.checks) + len(self.values) + len(claimed)

    @property
    def failed(self) -> list[Check]:
        """The checks that did not hold, in the order of their names."""
        return [check for _, check in sorted(self.checks.items()) if not check.holds]


@dataclass(frozen=True)
class Control:
    """The same collection under a condition in which the claim must fail, in one named piece.

    Further keyword arguments are handed to ``collect``: ``Control("a break", fails="one graph", subject=broken)``.
    `fails` names the check that must not hold, or the value that must differ from the ordinary run's.
    `environment` sets variables and needs a fresh interpreter.
    """

    condition: str
    fails: str
    arguments: Mapping[str, Any]
    environment: Mapping[str, str]

    def __init__(
        self, condition: str, *, fails: str, environment: Mapping[str, str] | None = None, **arguments: Any
    ) -> None:
        object.__setattr__(self, "condition", condition)
        object.__setattr__(self, "fails", fails)
        object.__setattr__(self, "arguments", arguments)
        object.__setattr__(self, "environment", dict(environment or {}))


#: The condition of every swap.
SWAPPED = "the two sides swapped"


class Swap(Control):
    """The control of an ordering: the same pair with its sides exchanged, which one look must refute."""

    def __init__(self, ordering: str) -> None:
        super().__init__(SWAPPED, fails=ordering)


@dataclass(frozen=True)
class ControlResult:
    """How one control went."""

    condition: str
    fails: str
    failed_as_named: bool
    found: str
    """The way it failed, or what kept it from failing."""


@dataclass(frozen=True)
class Controls:
    """controls.json: the outcomes of a claim's controls, and the hash of the script that they were run with."""

    script: str
    results: tuple[ControlResult, ...]

    @property
    def vacuous(self) -> list[ControlResult]:
        """Controls that did not fail in the piece they name."""
        return [result for result in self.results if not result.failed_as_named]


@dataclass(frozen=True)
class PlantResult:
    """How a claim fared under one plant, a fault put into PyTorch on purpose."""

    plant: str
    fails: str
    """The kind of piece that failed first: ``check``, ``value``, ``excerpt`` …, ``ended`` for a run that stopped;
    empty where the claim holds all the same."""
    found: str
    """The way it failed."""


@dataclass(frozen=True)
class Plants:
    """plants.json: how a claim fared under each plant, and the hashes of the script and the plants it was run with."""

    script: str
    plants: tuple[tuple[str, str], ...]
    """Name and source hash of each plant that it was run under."""
    results: tuple[PlantResult, ...]
    ran_on: str = ""
    """The build that it was run on, where that is another than its folder's: the pin has moved since."""


@dataclass(frozen=True)
class Run:
    """How a claim's process is to be run; a claim script says so with ``RUN = Run(...)`` in literals."""

    fresh: bool = False
    """A new interpreter instead of a fork of the warm one: for cold starts, threads, environment."""
    seconds: float = 120.0
    """Time limit, after which the whole process group is killed."""
    memory: float = 6.0
    """GiB of address space that it may add to what the warm process maps."""
    alone: bool = False
    """Runs after all others and with nothing beside it: for claims that time something themselves."""
    measures: bool = False
    """Declares comparisons that the timing stage times, last of all and on one core."""
    planted: bool = True
    """Is tried under plants too. Not where all its evidence comes from a clock, or from interpreters of its own, which
    no plant reaches."""
    requires: str = ""
    """A device without which it is not run, one of `REQUIREMENTS`. Such a claim always has a new interpreter, since a
    driver does not survive a fork, its address space is not limited, and plants, which are faults of the CPU's path,
    are not for it. Raises ValueError for another word."""

    def __post_init__(self) -> None:
        if not self.requires:
            return
        if self.requires not in REQUIREMENTS:
            raise ValueError(f"requires={self.requires!r} is none of {', '.join(REQUIREMENTS)}")
        object.__setattr__(self, "fresh", True)
        object.__setattr__(self, "planted", False)


@dataclass(frozen=True)
class Claim:
    """One statement with its script."""

    id: str
    """``fusion.one-loop`` for claims/article/fusion/one_loop.py."""
    statement: str
    """First sentence of the script's docstring."""
    script: Path
    """Absolute path of the script."""
    place: str
    """Path of the script from the project's root, for messages."""
    module: str
    """Dotted name to import it by."""
    digest: str
    """SHA-256 of the script's bytes."""
    source: str
    controls: tuple[str, ...]
    """Conditions of its controls, as written."""
    control_fails: tuple[str, ...] = ()
    """The piece in which each control must fail."""
    control_environments: tuple[tuple[tuple[str, str], ...], ...] = ()
    """The variables that each control sets."""
    explanation: str = ""
    """The docstring after its first sentence."""
    run: Run = Run()

    @property
    def chapter(self) -> str:
        return self.id.split(".", 1)[0]

    @property
    def name(self) -> str:
        return self.id.split(".", 1)[1]

    def lacks(self, devices: Collection[str]) -> str:
        """Return what a machine with these devices lacks, such as ``no CUDA device``; empty where it can be run."""
        return "" if self.run.requires in ("", *devices) else REQUIREMENTS[self.run.requires]

    @property
    def folder(self) -> Path:
        """Evidence folder below a build's folder: ``fusion/one-loop``."""
        return Path(self.chapter, self.name)


class Outcome(enum.Enum):
    """How a claim's process ended; the value is the phrase that messages use."""

    FINISHED = "finished"
    RAISED = "raised an exception"
    CRASHED = "crashed"
    TIMED_OUT = "ran past its time limit"
    EXITED = "exited before it was done"
    MEMORY = "ran out of memory"
    WROTE = "wrote to the accepted evidence"
    INTERRUPTED = "was interrupted"
    NOT_RUN = "not run"
    """The machine lacks what the claim requires; no failure, and nothing that holds."""


@dataclass(frozen=True)
class Attempt:
    """One run of a claim or of one of its controls, in a process of its own."""

    claim: str
    outcome: Outcome
    detail: str
    """Exception, signal or exit status; empty for a process that finished."""
    seconds: float
    evidence: Evidence | None
    output: str = ""
    """What it printed, both ends kept when long."""
    nonce: str = ""
    control: int | None = None
    """Index into the claim's controls; None for the claim itself."""
    plant: str = ""
    """The fault that was put into PyTorch; empty for an honest run."""
    phases: Mapping[str, float] = field(default_factory=dict)
    """Seconds by part: ``import``, ``collect``, ``compiler`` …"""
    traceback: str = ""


def display(figure: Figure) -> str:
    """Return a figure as prose shows it: thousands separated, lists joined by commas, booleans as yes and no."""
    if isinstance(figure, bool):
        return "yes" if figure else "no"
    if isinstance(figure, int):
        return f"{figure:,}"
    if isinstance(figure, float):
        return f"{figure:g}"
    if isinstance(figure, list):
        return ", ".join(display(item) for item in figure)
    return figure
