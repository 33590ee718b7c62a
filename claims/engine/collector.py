"""What a claim script writes into while it collects: checks, values, excerpts, measurements, declared comparisons."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from pathlib import Path

from .decisions import FATES, PREFIX
from .excerpt import Artifact, Cut, Region
from .figures import dashed
from .model import DEPENDENCIES, Build, Check, Evidence, Excerpt, Figure, Measurement, Profile, Value
from .normalise import normalise
from .timing.judge import declared_ordering, quantiles
from .timing.words import TimingWords

_FILE = re.compile(r"^[a-z0-9][a-z0-9-]*\.(cpp|py|asm|txt)$")


class Collector(TimingWords):
    """Gathers the evidence of one run. Every name may be used once."""

    def __init__(self, places: Mapping[str, Path] | None = None, *, measures: bool = True) -> None:
        """`places` names folders whose paths are noise in artifacts: the cache, the project.

        Without `measures` nothing may be declared that would have to be timed.
        """
        super().__init__(measures=measures)
        self._places = dict(places or {})
        self._checks: dict[str, Check] = {}
        self._values: dict[str, Value] = {}
        self._excerpts: dict[str, Excerpt] = {}
        self._measurements: dict[str, Measurement] = {}

    def check(self, name: str, holds: object, found: object = "", depends: Sequence[str] = ()) -> bool:
        """Record whether a predicate holds, and what was found; return it.

        A check is a fact that must hold on every machine; `found` is shown and never compared.
        """
        self._new(name, self._checks, self._values)
        text = normalise(str(found), self._places)
        self._checks[name] = Check(
            name, bool(holds), text if len(text) <= 600 else f"{text[:600]} …", _depends(depends)
        )
        return bool(holds)

    def value(self, name: str, value: Figure, unit: str = "", depends: Sequence[str] = ()) -> None:
        """Record an exact figure with its unit; it is compared for equality where the profile agrees on `depends`."""
        self._new(name, self._checks, self._values)
        if isinstance(value, float) and value != value:
            raise ValueError(f"value {name!r} is not a number")
        self._values[name] = Value(name, value, unit, _depends(depends))

    def after(self, change: str, fate: str, reason: str = "") -> None:
        """Declare a row of the decision aid: what a change between two calls led to, and PyTorch's reason for it.

        Raises ValueError for a fate that is none of `FATES`.
        """
        if fate not in FATES:
            raise ValueError(f"{change}: {fate!r} is none of {', '.join(FATES)}")
        self.value(PREFIX + dashed(change), [change, fate, reason])

    def excerpt(self, name: str, cut: Cut | Region | Artifact, depends: Sequence[str] | None = None) -> None:
        """Keep a trimmed piece of an artifact as the file `name`, and the whole artifact beside it.

        A region or an artifact is shown without elisions. Each of the cut's must-not patterns becomes a check.
        `depends` defaults to what the artifact depends on.
        """
        if isinstance(cut, Artifact):
            cut = cut.all
        if isinstance(cut, Region):
            cut = cut.keep_all()
        if not _FILE.match(name):
            raise ValueError(f"{name!r}: an excerpt is named like loop.cpp, call.py, loop.asm or graph.txt")
        self._new(name, self._excerpts)
        artifact = cut.artifact
        self._excerpts[name] = Excerpt(
            name=name,
            text=normalise(cut.text, self._places),
            whole=normalise(artifact.text if artifact.text.endswith("\n") else artifact.text + "\n", self._places),
            language=artifact.language,
            must_not=cut.must_not,
            depends=_depends(artifact.depends if depends is None else depends),
        )
        for pattern in cut.must_not:
            self.check(f"{name} leaves out no {pattern}", pattern not in cut.violations)

    def measurement(self, name: str, samples: Sequence[float], unit: str) -> None:
        """Keep the distribution of `samples`: shown, never compared."""
        self._new(name, self._measurements, self.declarations)
        self._measurements[name] = quantiles(name, samples, unit)

    def evidence(self, claim: str, statement: str, build: Build, profile: Profile) -> Evidence:
        """Return what was gathered as one record."""
        return Evidence(
            claim,
            statement,
            build,
            profile,
            checks=dict(self._checks),
            values=dict(self._values),
            excerpts=dict(self._excerpts),
            orderings={name: declared_ordering(declaration) for name, declaration in self.declarations.items()},
            measurements=dict(self._measurements),
        )

    def _reserve(self, name: str) -> None:
        # Both go into measurements.json, by name.
        self._new(name, self._measurements, self.declarations)

    @staticmethod
    def _new(name: str, *taken: Mapping[str, object]) -> None:
        if any(name in names for names in taken):
            raise ValueError(f"{name!r} was recorded before; every check, value and excerpt has a name of its own")


def _depends(names: Sequence[str]) -> tuple[str, ...]:
    unknown = sorted(set(names) - set(DEPENDENCIES))
    if unknown:
        raise ValueError(f"depends: {unknown} is none of {', '.join(DEPENDENCIES)}")
    return tuple(sorted(names))
