"""The byte model has no single rate: 16 compiled calls at 512 rows take less time than one at 2,048, for as many bytes.

A sweep shows the rate that the model implies for both paths of the tail, beside the sizes of this machine's caches.
What the rate follows from is not claimed.
"""

from claims.engine import Collector, Path, Run, Swap, compiled, data_caches, eager
from claims.subjects import square, tail

RUN = Run(measures=True, seconds=300)
#: From 512 on, every other size is a claim of its own.
SIZES = (32, 48, 64, 96, 128, 192, 256, 384, 768, 1536, 3072)
CALLS = (2048 // 512) ** 2


def collect(evidence: Collector) -> None:
    for n in SIZES:
        y = square(n)
        evidence.comparison(f"tail at {n}", eager(tail, y), compiled(tail, y), moves=(16 * n * n, 8 * n * n))
    one, many = compiled(tail, square(2048), name="one at 2048"), compiled(tail, square(512))
    evidence.ordering(
        "one large over many small",
        slower=one,
        faster=Path("16 at 512", lambda: [many.call() for _ in range(CALLS)][-1]),
        different="the same number of elements, in one matrix and in 16",
        unit="ms",
        moves=(8 * 2048**2,) * 2,
    )
    evidence.value("calls", CALLS, "calls")
    for name, kib in data_caches().items():
        evidence.measurement(name, [kib], "KiB")


CONTROLS = [Swap("one large over many small")]
