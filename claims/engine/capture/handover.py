"""What the captured regions of a function hand to each other while they run."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import torch
from torch import Tensor
from torch._inductor.compile_fx import compile_fx


@dataclass(frozen=True)
class RegionCall:
    """One run of a captured region: the tensors that it was given and those that it gave back."""

    inputs: tuple[Tensor, ...]
    outputs: tuple[Tensor, ...]

    def takes_from(self, earlier: RegionCall) -> tuple[Tensor, ...]:
        """Return the inputs that lie in memory where an output of an earlier region does, with the same shape."""
        given = {(tensor.data_ptr(), tensor.shape) for tensor in earlier.outputs}
        return tuple(tensor for tensor in self.inputs if (tensor.data_ptr(), tensor.shape) in given)


def watch_regions(subject: Callable[..., Any], *inputs: Any) -> tuple[RegionCall, ...]:
    """Compile `subject` with Inductor, call it once, and return the runs of its regions in order.

    All tensors are kept, so that no memory is given out twice. Whatever the compiled call raises, this raises.
    """
    calls: list[RegionCall] = []

    def watched(graph: torch.fx.GraphModule, examples: Any) -> Callable[..., Any]:
        program: Any = compile_fx(graph, examples)

        def call(*arguments: Any) -> Any:
            outputs = program(*arguments)
            calls.append(RegionCall(_tensors(arguments), _tensors(outputs)))
            return outputs

        return call

    torch.compile(subject, backend=watched)(*inputs)
    return tuple(calls)


def _tensors(values: Any) -> tuple[Tensor, ...]:
    return tuple(value for value in values if isinstance(value, Tensor))
