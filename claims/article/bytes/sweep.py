"""The byte model has no single rate: many calls at 64 take longer than one at 384, and one at 3,072 than many at 384.

A sweep shows the rate that the model implies for both paths of the tail, beside the sizes of this machine's caches.
What the rate follows from is not claimed.
"""

from claims.engine import Collector, Path, Run, Swap, compiled, data_caches, eager
from claims.subjects import square, tail

RUN = Run(measures=True, seconds=600)
#: 512 and the powers of two above it are claims of their own.
SIZES = (32, 64, 96, 128, 192, 256, 384, 768, 1536, 3072)


def collect(evidence: Collector) -> None:
    paths = {}
    for n in SIZES:
        y = square(n)
        paths[n] = compiled(tail, y)
        evidence.comparison(f"tail at {n}", eager(tail, y), paths[n], moves=(16 * n * n, 8 * n * n))
    for name, slower, faster, n in (
        ("many small over one", _calls(paths, 64, 384), _calls(paths, 384, 384), 384),
        ("one large over many", _calls(paths, 3072, 3072), _calls(paths, 384, 3072), 3072),
    ):
        different = "as many elements, in more matrices"
        evidence.ordering(name, slower=slower, faster=faster, different=different, moves=(8 * n * n,) * 2)
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
