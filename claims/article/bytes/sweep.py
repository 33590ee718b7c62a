"""The byte model has no single rate: many calls at 64 take longer than one at 384, and one at 4,096 than many at 512.

A sweep shows the rate that the model implies for both paths of the tail, beside the sizes of this machine's caches.
What the rate follows from is not claimed.
"""

from claims.engine import Collector, Path, Run, Swap, compiled, data_caches, eager, interface_bytes
from claims.subjects import square, tail

RUN = Run(measures=True, seconds=600, planted=False)
#: 512 and the powers of two above it are claims of their own. No size lies between 2,304 and 4,096: the C library maps
#: a result of that many bytes afresh or takes it from the heap, by what was freed before; that can double the time.
SIZES = (32, 64, 96, 128, 192, 256, 384, 768, 1536, 2304)


def collect(evidence: Collector) -> None:
    paths, moves = {}, {}
    for n in (*SIZES, 512, 4096):
        y = square(n)
        paths[n] = compiled(tail, y)
        moves[n] = interface_bytes(tail, paths[n].compilation, y)
        if n in SIZES:
            evidence.comparison(f"tail at {n}", eager(tail, y), paths[n], moves=moves[n])
    for name, slower, faster, n in (("many small over one", 64, 384, 384), ("one large over many", 4096, 512, 4096)):
        moved = tuple((n // each) ** 2 * moves[each][1] for each in (slower, faster))
        evidence.check(f"{name}: as many bytes", len(set(moved)) == 1, moved)
        evidence.ordering(
            name,
            slower=_calls(paths, slower, n),
            faster=_calls(paths, faster, n),
            different="as many elements, in more matrices",
            moves=moved,
        )
    # More than any cache of most machines holds, in results that the C library keeps.
    most, many = _calls(paths, 2304, 2304), _calls(paths, 384, 2304)
    evidence.comparison("one without faults over many", most, many, different="as many elements, in more matrices")
    for name, kib in data_caches().items():
        evidence.measurement(name, [kib], "KiB")


def _calls(paths, n: int, whole: int) -> Path:
    """Return a path of so many compiled calls at size `n` that they have the elements of one at size `whole`."""
    path, calls = paths[n], (whole // n) ** 2

    def call():
        for _ in range(calls - 1):
            path.call()
        return path.call()

    return Path(f"{calls} at {n}", call)


CONTROLS = [Swap("many small over one"), Swap("one large over many")]
