"""Asked for symbolic sizes from the start, PyTorch captures one graph for three sizes."""

from claims.engine import Collector, Control, Given, call_in_series
from claims.subjects import line, square

SIZES = (64, 128, 257)


def collect(evidence: Collector, dynamic=True) -> None:
    s = call_in_series(line, [Given(f"{n} × {n}", (square(n),)) for n in SIZES], dynamic=dynamic)
    evidence.check("one graph for all", s.captures == [1, 1, 1], s.captures)
    evidence.check("every result is eager's", s.right)
    evidence.after("the size, with dynamic=True", *s.led_to(1))
    evidence.value("odd", SIZES[-1], "rows")
    evidence.excerpt("calls.txt", s.artifact)


CONTROLS = [Control("left to itself", fails="one graph for all", dynamic=None)]
