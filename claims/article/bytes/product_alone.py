"""At 512 rows and columns, the whole line takes less than a quarter longer than its product alone."""

from claims.engine import Collector, Control, Run, eager
from claims.subjects import line, product, square

RUN = Run(measures=True)


def collect(evidence: Collector, n=512) -> None:
    x = square(n)
    evidence.at_most(
        "line over product",
        slower=eager(line, x, name="line"),
        faster=eager(product, x, name="product"),
        times=1.25,
        different="the line adds and takes a maximum after its product",
    )


CONTROLS = [Control("a size at which every operation costs about the same", fails="line over product", n=8)]
