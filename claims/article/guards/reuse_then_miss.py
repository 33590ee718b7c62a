"""A call with the same size uses the captured graph again, and a call with another size captures a second one."""

from claims.engine import Collector, Control, Given, call_in_series
from claims.subjects import line, square

SIZES = (64, 64, 128)


def collect(evidence: Collector, sizes=SIZES) -> None:
    s = call_in_series(line, [Given(f"{n} × {n}", (square(n),)) for n in sizes])
    evidence.check("one, one, two graphs", s.captures == [1, 1, 2], s.captures)
    evidence.check("an entry for each graph", s.entries == s.captures, s.entries)
    evidence.check("every result is eager's", s.right)
    evidence.after("the size, for the first time", *s.led_to(2))
    evidence.check("the size is the reason", any("size mismatch" in reason for reason in s.calls[-1].reasons))
    evidence.excerpt("calls.txt", s.artifact)


CONTROLS = [Control("the first size three times", fails="one, one, two graphs", sizes=(64, 64, 64))]
