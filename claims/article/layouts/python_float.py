"""A Python number is part of the first program, and from its second value on an input of the program.

The same numbers, handed over as tensors of no dimension, need no second program.
"""

import torch

from claims.engine import Collector, Control, Given, call_in_series
from claims.subjects import shifted, square

NUMBERS = (1.0, 1.0, 2.0, 3.0, 4.0)


def collect(evidence: Collector, numbers=NUMBERS) -> None:
    x = square(64)
    s = call_in_series(shifted, [Given(f"{number:g}", (x, number)) for number in numbers])
    evidence.check("one, one, two, two, two", s.captures == [1, 1, 2, 2, 2], s.captures)
    evidence.check("every result is eager's", s.right)
    evidence.after("a Python number, for the first time", *s.led_to(2))
    evidence.after("a Python number, once more", *s.led_to(3))
    evidence.check("the number is the reason", any("== 1.0" in r for r in s.calls[2].reasons), s.calls[2].reasons)
    evidence.value("first", _inputs(s.graphs[0]), "inputs")
    evidence.value("second", _inputs(s.graphs[-1]), "inputs")
    evidence.excerpt("calls.txt", s.artifact)


def _inputs(graph: torch.fx.GraphModule) -> int:
    return sum(node.op == "placeholder" for node in graph.graph.nodes)


CONTROLS = [Control("one number five times", fails="one, one, two, two, two", numbers=(1.0,) * 5)]
