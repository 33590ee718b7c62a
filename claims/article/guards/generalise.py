"""The second size makes PyTorch capture a graph for any size, and ten further sizes use that one."""

from claims.engine import Collector, Control, Given, call_in_series
from claims.subjects import line, square

SIZES = tuple(range(16, 193, 16))


def collect(evidence: Collector, dynamic=None) -> None:
    s = call_in_series(line, [Given(f"{n} × {n}", (square(n),)) for n in SIZES], dynamic=dynamic)
    evidence.check("two graphs from the second size on", s.captures == [1] + [2] * (len(SIZES) - 1), s.captures)
    evidence.check("every result is eager's", s.right)
    evidence.after("the size, once more", *s.led_to(2))
    evidence.value("sizes", len(SIZES))
    evidence.value("further", len(SIZES) - 2)
    evidence.value("graphs", s.captures[-1], "graphs")
    evidence.excerpt("calls.txt", s.artifact)


CONTROLS = [Control("told to specialise every size", fails="two graphs from the second size on", dynamic=False)]
