"""A transposed matrix, another element type, a gradient and another size each get an entry; a repeat gets none."""

from claims.engine import Collector, Control, Given, call_in_series
from claims.subjects import line, square


def collect(evidence: Collector, layouts=True) -> None:
    x = square(64)
    calls = [
        Given("contiguous", (x,)),
        Given("again", (x,)),
        Given("transposed", (x.T if layouts else x.clone(),)),
        Given("float64", (x.double(),)),
        Given("float64 with gradient", (x.double().requires_grad_(),)),
        Given("32 × 32", (square(32),)),
    ]
    s = call_in_series(line, calls)
    evidence.check("one, one, two, three, four, five", s.captures == [1, 1, 2, 3, 4, 5], s.captures)
    evidence.check("every result is eager's", s.right)
    words = ("stride", "dtype", "requires_grad", "dtype")
    first = [call.reasons[0] if call.reasons else "" for call in s.calls[2:]]
    told = [word in reason for word, reason in zip(words, first, strict=True)]
    evidence.check("each reason names what changed", all(told), first)
    evidence.value("entries", s.entries[-1], "entries")
    evidence.excerpt("calls.txt", s.artifact)


CONTROLS = [Control("no matrix transposed", fails="one, one, two, three, four, five", layouts=False)]
