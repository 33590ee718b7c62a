"""Modes and settings of the whole process are guarded: each of five gives the same matrix an entry of its own."""

import contextlib

import torch

from claims.engine import Collector, Control, Given, call_in_series
from claims.subjects import line, square


@contextlib.contextmanager
def _set(setter, value, before):
    setter(value)
    try:
        yield
    finally:
        setter(before)


WAYS = {
    "no gradients": torch.no_grad,
    "autocast to bfloat16": lambda: torch.autocast("cpu", torch.bfloat16),
    "default type float64": lambda: _set(torch.set_default_dtype, torch.float64, torch.float32),
    "deterministic algorithms": lambda: _set(torch.use_deterministic_algorithms, True, False),
    "two threads": lambda: _set(torch.set_num_threads, 2, 1),
}


def collect(evidence: Collector, ways=WAYS) -> None:
    x = square(64)
    calls = [Given("as it is", (x,)), *(Given(words, (x,), under) for words, under in ways.items())]
    s = call_in_series(line, [*calls, Given("as it was", (x,))])
    evidence.check("an entry for each", s.entries == [1, 2, 3, 4, 5, 6, 6], s.entries)
    evidence.check("every result is eager's", s.right)
    for number, words in enumerate(ways, 1):
        evidence.after(f"the state of the process: {words}", *s.led_to(number))
    evidence.after("the state of the process, back to what it was", *s.led_to(-1))
    evidence.value("settings", len(ways), "settings")
    evidence.excerpt("calls.txt", s.artifact)


CONTROLS = [
    Control("nothing is set", fails="an entry for each", ways=dict.fromkeys(WAYS, contextlib.nullcontext)),
]
