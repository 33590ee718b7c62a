"""The ninth variant of one code object gets no program: it runs as plain Python, with the right result.

The eight that are there stay in use. Where a function was compiled with `fullgraph=True`, the ninth is an error.
"""

import torch

from claims.engine import Collector, Control, Given, call_in_series, error_of, with_own_code
from claims.subjects import line, square

SIZES = tuple(range(16, 96, 8))


def collect(evidence: Collector, dynamic=False) -> None:
    calls = [Given(f"{n} × {n}", (square(n),)) for n in SIZES]
    s = call_in_series(line, [*calls, Given("16 × 16 again", (square(16),))], dynamic=dynamic)
    evidence.check("eight and no more", s.captures == [1, 2, 3, 4, 5, 6, 7, 8, 8, 8, 8], s.captures)
    ninth, last = s.calls[8], s.calls[-1]
    evidence.check("Python runs the ninth", not ninth.ran, ninth.computed_by)
    evidence.check("the first stays in use", last.ran == (1,), last.computed_by)
    evidence.check("every result is eager's", s.right)
    evidence.after("the size, for the ninth variant with dynamic=False", *s.led_to(8))
    evidence.after("the size, from the ninth variant back to the first", *s.led_to(-1))
    evidence.value("limit", s.captures[-1], "programs")
    evidence.value("sizes", len(SIZES))
    whole = torch.compile(with_own_code(line), backend="eager", dynamic=dynamic, fullgraph=True)
    said = [error_of(whole, square(n)) for n in SIZES]
    refused = [n for n, words in zip(SIZES, said, strict=True) if words]
    evidence.check("with fullgraph an error", refused == [*SIZES[8:]] and "fullgraph" in said[8], said[8])
    evidence.excerpt("calls.txt", s.artifact)


CONTROLS = [Control("symbolic sizes", fails="eight and no more", dynamic=True)]
