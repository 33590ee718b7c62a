"""A new allocation of the same kind of matrix uses the program again: where a tensor lies is not guarded.

Neither is what is in it: the second allocation holds other numbers.
"""

from claims.engine import Collector, Control, Given, call_in_series
from claims.subjects import line, square


def collect(evidence: Collector, other=lambda x: -x) -> None:
    x = square(64)
    y = other(x)
    evidence.check("another address", x.data_ptr() != y.data_ptr())
    evidence.check("other numbers", not x.equal(y.to(x.dtype)))
    s = call_in_series(line, [Given("first", (x,)), Given("another allocation", (y,))])
    evidence.check("one program", s.captures == [1, 1], s.captures)
    evidence.check("every result is eager's", s.right)
    evidence.after("the allocation, and the numbers in it", *s.led_to(1))
    evidence.excerpt("calls.txt", s.artifact)


CONTROLS = [
    Control("the same allocation", fails="another address", other=lambda x: x),
    Control("the same numbers", fails="other numbers", other=lambda x: x.clone()),
    Control("another element type", fails="one program", other=lambda x: -x.double()),
]
