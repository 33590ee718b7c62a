"""Entries belong to a code object: a second function with the same text has none of the first one's."""

from claims.engine import Collector, Control, Given, call_in_series
from claims.subjects import line, square


def twin(x):
    """The line again, a function of its own."""
    import torch

    return torch.relu(x @ x.T + 1.0)


def collect(evidence: Collector, second=twin) -> None:
    x = square(64)
    first = call_in_series(line, [Given("the line", (x,))])
    other = call_in_series(second, [Given("its twin", (x,))])
    evidence.check("one entry and one graph each", (first.entries, other.entries, other.captures) == ([1], [1], [1]))
    evidence.excerpt("calls.txt", other.artifact)


CONTROLS = [Control("the same function", fails="one entry and one graph each", second=line)]
