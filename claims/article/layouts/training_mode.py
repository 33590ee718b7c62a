"""A linear layer is used again when it goes from training to evaluation; one that reads the mode is compiled anew."""

from contextlib import nullcontext

import torch
from torch import nn

from claims.engine import Collector, Control, Given, Series, call_in_series, with_own_code
from claims.subjects import matrix


def collect(evidence: Collector, quiet=nn.Identity, heeding=lambda: nn.Dropout(0.0)) -> None:
    same = _in_both_modes(nn.Sequential(nn.Linear(4, 4), quiet()))
    evidence.check("the linear layer is used again", same.captures == [1, 1], same.captures)
    other = _in_both_modes(nn.Sequential(nn.Linear(4, 4), heeding()))
    evidence.check("with dropout it is compiled anew", other.captures == [1, 2], other.captures)
    evidence.after("training mode, where nothing reads it", *same.led_to(1))
    evidence.after("training mode, with dropout", *other.led_to(1))
    evidence.check("the mode is the reason", "training" in "".join(other.calls[1].reasons), other.calls[1].reasons)
    evidence.excerpt("linear.txt", same.artifact)
    evidence.excerpt("dropout.txt", other.artifact)


def _in_both_modes(layers: nn.Module) -> Series:
    def forward(x):
        return layers(x)

    def mode(training: bool):
        layers.train(training)
        return nullcontext()

    both = (("training", True), ("evaluation", False))
    calls = [Given(words, (matrix(4, 4),), lambda on=on: mode(on)) for words, on in both]
    with torch.no_grad():
        # Both series are of one `def`, and entries belong to its code object.
        return call_in_series(with_own_code(forward), calls)


CONTROLS = [
    Control("dropout after the linear layer", fails="the linear layer is used again", quiet=lambda: nn.Dropout(0.0)),
    Control("nothing after it", fails="with dropout it is compiled anew", heeding=nn.Identity),
]
