"""The words with which a claim script declares what is to be timed. Nothing is timed while it collects."""

from __future__ import annotations

from collections.abc import Sequence

from ..measured import UNITS
from .declared import Declaration, Kind, Path, Timing

#: Ends the name of the check that two sides give one result.
SAME_RESULT = ": same result"


class TimingWords:
    """Declares comparisons; every pair that must agree is called once and compared on the spot.

    Margins are not given here: they come from the claim's accepted calibration. `different` says why two sides may
    differ in result; `unit` is the one that times are shown in. `moves` are the bytes that each side reads and writes
    by a model; the rate that they and the time imply is shown with it.
    """

    def __init__(self, *, measures: bool = True) -> None:
        self.timings: list[Timing] = []
        """What was declared and may be timed, in the order of the script."""
        self.declarations: dict[str, Declaration] = {}
        self._measures = measures

    def check(self, name: str, holds: object, found: object = "", depends: Sequence[str] = ()) -> bool:
        raise NotImplementedError

    def measurement(self, name: str, samples: Sequence[float], unit: str) -> None:
        raise NotImplementedError

    def _reserve(self, name: str) -> None:
        raise NotImplementedError

    def ordering(
        self,
        name: str,
        *,
        slower: Path,
        faster: Path,
        different: str = "",
        unit: str = "µs",
        moves: Sequence[int] = (),
    ) -> None:
        """Declare that `slower` takes longer than `faster`, by more than the calibrated margin."""
        sides = (slower, faster)
        self._declare(Declaration(name, Kind.FASTER, _names(*sides), unit, different, moves=tuple(moves)), sides)

    def about_equal(
        self, name: str, one: Path, other: Path, *, different: str = "", unit: str = "µs", moves: Sequence[int] = ()
    ) -> None:
        """Declare that two paths take the same time, within the calibrated δ."""
        sides = (one, other)
        self._declare(Declaration(name, Kind.EQUAL, _names(*sides), unit, different, moves=tuple(moves)), sides)

    def fixed_cost(
        self, name: str, *, costly: Path, cheap: Path, reference: Path, different: str = "", unit: str = "µs"
    ) -> None:
        """Declare that `costly` takes more than `cheap`, by more than k times what `reference` takes."""
        sides = (costly, cheap, reference)
        self._declare(Declaration(name, Kind.COST, _names(*sides), unit, different), sides, alike=(0, 1))

    def gains_more(
        self, name: str, *, more: tuple[Path, Path], less: tuple[Path, Path], different: str = "", unit: str = "µs"
    ) -> None:
        """Declare that of two pairs (slower, faster) the first gains more: its ratio is above the second's."""
        sides = (*more, *less)
        self._declare(Declaration(name, Kind.GAIN, _names(*sides), unit, different), sides, alike=(0, 1, 2, 3))

    def at_most(
        self, name: str, *, slower: Path, faster: Path, times: float, different: str = "", unit: str = "µs"
    ) -> None:
        """Declare that `slower` takes less than `times` as long as `faster`; the claim itself names the bound."""
        declaration = Declaration(name, Kind.AT_MOST, _names(slower, faster), unit, different, times)
        self._declare(declaration, (slower, faster))

    def comparison(
        self, name: str, one: Path, other: Path, *, different: str = "", unit: str = "µs", moves: Sequence[int] = ()
    ) -> None:
        """Have two paths timed and shown, with nothing claimed of them: for sweeps and plots."""
        sides = (one, other)
        self._declare(Declaration(name, Kind.SHOWN, _names(*sides), unit, different, moves=tuple(moves)), sides)

    def one_shot(
        self, name: str, *, slower: Path, faster: Path, times: float = 1.0, pairs: int = 3, unit: str = "s"
    ) -> bool:
        """Run costs too long to be visited on the spot: each call returns the seconds that it took.

        Holds where in every one of the interleaved pairs `slower` took more than `times` as long. Both sides and the
        ratio are kept as measurements: ``name, side`` and ``name, ratio``. For claims with ``RUN = Run(alone=True)``.
        """
        taken: list[tuple[float, float]] = []
        for number in range(pairs):
            if number % 2:
                second, first = faster.call(), slower.call()
            else:
                first, second = slower.call(), faster.call()
            taken.append((first, second))
        for side, seconds in zip((slower, faster), zip(*taken, strict=True), strict=True):
            self.measurement(f"{name}, {side.name}", [one * UNITS[unit] for one in seconds], unit)
        self.measurement(f"{name}, ratio", [one / other for one, other in taken], "×")
        short = [one / other for one, other in taken if one <= times * other]
        return self.check(name, not short, found=f"{short[0]:.3g} in one pair" if short else "")

    def _declare(self, declaration: Declaration, paths: tuple[Path, ...], alike: tuple[int, ...] = (0, 1)) -> None:
        """Note a comparison; it is timed only if each pair of `alike` gives one result."""
        from ..ordering import PathsDisagree, ensure_equal

        name = declaration.name
        if not self._measures:
            raise ValueError(f"{name!r} is to be timed: the script needs RUN = Run(measures=True)")
        self._reserve(name)
        if declaration.unit not in UNITS:
            raise ValueError(f"unit {declaration.unit!r} is none of {', '.join(UNITS)}")
        if declaration.moves and len(declaration.moves) != len(paths):
            raise ValueError(f"{name!r} has {len(paths)} sides and the bytes of {len(declaration.moves)}")
        self.declarations[name] = declaration
        if not declaration.different:
            for one, other in zip(alike[::2], alike[1::2], strict=True):
                try:
                    ensure_equal(paths[one], paths[other])
                except PathsDisagree as disagree:
                    self.check(name + SAME_RESULT, False, found=disagree)
                    return
            self.check(name + SAME_RESULT, True)
        self.timings.append(Timing(declaration, paths))


def _names(*paths: Path) -> tuple[str, ...]:
    return tuple(path.name for path in paths)
