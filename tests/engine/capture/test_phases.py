"""Phases are written down in the order and the depth in which PyTorch's event log begins them."""

from __future__ import annotations

from pathlib import Path

import torch
from torch._dynamo.utils import dynamo_timed

from claims.engine.capture.installed import installed_build, installed_source
from claims.engine.capture.phases import phases


def test_phases_nest() -> None:
    """A phase inside another one is one deeper, and the next beside it is not."""

    def run() -> None:
        with dynamo_timed("outer"):
            with dynamo_timed("first"):
                pass
            with dynamo_timed("second"):
                pass
        with dynamo_timed("next"):
            pass

    assert phases(run) == [(0, "outer"), (1, "first"), (1, "second"), (0, "next")]


def test_the_imported_build() -> None:
    """Version without suffix, and a full git revision."""
    build = installed_build()
    assert torch.__version__.startswith(build.torch) and "+" not in build.torch
    assert len(build.revision) == 40


def test_the_source_of_a_function() -> None:
    """The region is the function's own lines, its name says in which file of the packages and on which line."""
    region = installed_source(torch.nn.functional.relu)
    path, line = region.artifact.name.split(":")
    text = (Path(torch.__file__).parent.parent / path).read_text(encoding="utf-8").splitlines()
    assert path == "torch/nn/functional.py"
    assert text[int(line) - 1] == region.lines[0]
    assert region.lines[0].startswith("def relu(")
