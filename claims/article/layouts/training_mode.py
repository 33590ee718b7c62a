"""A linear layer is used again when it goes from training to evaluation; a layer that reads the mode is not."""

import torch
from torch import nn

from claims.engine import Collector, Control, Given, call_in_series
from claims.subjects import matrix


def collect(evidence: Collector, layer=nn.Linear, reads=lambda: nn.Dropout(0.0)) -> None:
    quiet = _modes(layer(4, 4))
    evidence.check("the linear layer is used again", quiet.captures == [1, 1], quiet.captures)
    heeding = _modes(reads())
    evidence.check("dropout is compiled anew", heeding.captures == [1, 2], heeding.captures)
    evidence.excerpt("linear.txt", quiet.artifact)
    evidence.excerpt("dropout.txt", heeding.artifact)


def _modes(layer: nn.Module):
    def forward(x):
        return layer(x)

    x = matrix(4, 4)
    with torch.no_grad():
        return call_in_series(
            forward,
            [
                Given("training", (x,), lambda: _mode(layer, True)),
                Given("evaluation", (x,), lambda: _mode(layer, False)),
            ],
        )


class _mode:
    def __init__(self, layer, training):
        layer.train(training)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        return None


CONTROLS = [
    Control(
        "dropout in place of the linear layer", fails="the linear layer is used again", layer=lambda *_: nn.Dropout(0.0)
    ),
    Control("a linear layer in place of dropout", fails="dropout is compiled anew", reads=lambda: nn.Linear(4, 4)),
]
