"""The medians of product and tail, taken one by one, do not add up to the median of both together.

Each reading times the product and then the tail, so that every sum is known to the nanosecond. Sums of readings add up;
their medians do not, even though they come from the very same readings.
"""

import gc
import statistics
from time import perf_counter_ns

from claims.engine import Collector, Control, Run
from claims.subjects import product, square, tail

RUN = Run(alone=True, planted=False)
SERIES, READINGS = 5, 31


def collect(evidence: Collector, middle=statistics.median) -> None:
    x = square(128)
    gc.disable()
    apart = []
    for _ in range(SERIES):
        products, tails = zip(*[_reading(x) for _ in range(READINGS)], strict=True)
        together = middle([one + other for one, other in zip(products, tails, strict=True)])
        apart.append(100 * abs(middle(products) + middle(tails) - together) / together)
    evidence.check("the medians miss the sum", any(apart), f"{sum(map(bool, apart))} of {SERIES} times")
    evidence.measurement("apart", apart, "%")


def _reading(x) -> tuple[int, int]:
    """Return the nanoseconds of the product, and of the tail right after it."""
    start = perf_counter_ns()
    y = product(x)
    between = perf_counter_ns()
    tail(y)
    return between - start, perf_counter_ns() - between


CONTROLS = [Control("sums in place of medians", fails="the medians miss the sum", middle=sum)]
