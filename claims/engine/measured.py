"""What moves from run to run: distributions, and orderings with all that they were decided by.

Nothing of it is compared with what was accepted, and nothing of it is hashed.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

#: How many of a unit make a second.
UNITS = {"ns": 1e9, "µs": 1e6, "ms": 1e3, "s": 1.0}
GIB = 2**30

#: The kind of ordering that claims nothing and is only shown.
COMPARISON = "comparison"


@dataclass(frozen=True)
class Measurement:
    """A distribution that moves from run to run: shown, never compared, never hashed."""

    name: str
    p10: float
    p50: float
    p90: float
    count: int
    unit: str


@dataclass(frozen=True)
class Look:
    """One look at a comparison, in a process of its own: every reading, and what they decided."""

    decision: str
    """``confirmed``, ``refuted`` or ``undecided``."""
    counts: tuple[tuple[int, int], ...]
    """Wins and losses against each bound, counted until it was decided."""
    readings: tuple[float, ...]
    """One a visit, in order: logarithms of ratios, or of a fixed cost the cost itself."""


@dataclass(frozen=True)
class Ordering:
    """One path is faster than another by more than a margin, or as fast as it, or costs so much more.

    Name, kind, sides, bound and what the sides may differ in are declared by the script and compared with what was
    accepted; everything else was measured in one run.
    """

    name: str
    slower: str
    faster: str
    kind: str = "ordering"
    """``ordering``, ``about equal``, ``fixed cost``, ``gains more``, ``at most`` or ``comparison``."""
    others: tuple[str, ...] = ()
    """Further sides: the reference of a fixed cost, the second pair of a gain."""
    different: str = ""
    """Why the sides may differ in result; empty where they were held to the same one before they were timed."""
    bound: float = 0.0
    """What an at-most claim names itself."""
    unit: str = "µs"
    moves: tuple[int, ...] = ()
    """Bytes that each side reads and writes by a model; empty where no rate is implied."""
    margin: float = 1.0
    """What the readings were held against: m, δ, or k of a fixed cost."""
    origin: str = ""
    """Where the margin comes from."""
    asserts: bool = True
    """Whether it can fail the build on this machine."""
    verdict: str = "not timed"
    ratio: float | None = None
    """Median of the ratios seen."""
    low: float | None = None
    high: float | None = None
    """Ends of an interval that holds the median with 95 %, valid at any stopping time; None: too few pairs."""
    floor: float | None = None
    """90th percentile of |d| of one path against itself in the same run: what noise alone looks like."""
    looks: tuple[Look, ...] = ()
    times: tuple[Measurement, ...] = ()
    """Seconds per call of each side, in `unit`."""

    @property
    def sides(self) -> tuple[str, ...]:
        return (self.slower, self.faster, *self.others)

    @property
    def pairs(self) -> int:
        """Visits of the look that decided, or of the last one."""
        return len(self.deciding.readings) if self.deciding else 0

    @property
    def deciding(self) -> Look | None:
        """The look that confirmed, or else the last."""
        confirmed = [look for look in self.looks if look.decision == "confirmed"]
        return confirmed[0] if confirmed else self.looks[-1] if self.looks else None

    @property
    def rates(self) -> tuple[Measurement, ...]:
        """What the model's bytes over the time of each side imply, in GiB/s; empty where no model was given."""
        return tuple(
            replace(
                side,
                p10=_rate(moved, side.p90, side.unit),
                p50=_rate(moved, side.p50, side.unit),
                p90=_rate(moved, side.p10, side.unit),
                unit="GiB/s",
            )
            for side, moved in zip(self.times, self.moves, strict=False)
        )

    @property
    def declared(self) -> tuple[object, ...]:
        """What its script says of it; a change of this is drift."""
        return (self.name, self.kind, self.sides, self.different, self.bound, self.moves)


def _rate(moved: int, time: float, unit: str) -> float:
    return float(f"{moved / GIB / (time / UNITS[unit]):.5g}")


def three(number: float) -> str:
    """Return a measured ratio with three digits, as people read it: ``2.00``, ``0.253``, ``127``."""
    return f"{number:#.3g}".rstrip(".")
