"""A number in a tensor of no dimension is an input from the start: three values share one program.

The tensor is guarded like any other, so that the same value in another element type needs a second one.
"""

import torch

from claims.engine import Collector, Control, Given, call_in_series
from claims.subjects import shifted, square


def collect(evidence: Collector, made=torch.tensor) -> None:
    x = square(64)
    calls = [Given(f"tensor({number:g})", (x, made(number))) for number in (1.0, 2.0, 3.0)]
    s = call_in_series(shifted, [*calls, Given("float64", (x, torch.tensor(3.0, dtype=torch.float64)))])
    evidence.check("one program", s.captures[:3] == [1, 1, 1], s.captures)
    evidence.check("another element type needs a second", s.captures == [1, 1, 1, 2], s.captures)
    evidence.check("every result is eager's", s.right)
    evidence.after("a number that is handed over in a tensor", *s.led_to(1))
    evidence.value("inputs", sum(node.op == "placeholder" for node in s.graphs[0].graph.nodes), "inputs")
    evidence.excerpt("calls.txt", s.artifact)


CONTROLS = [Control("Python numbers", fails="one program", made=float)]
