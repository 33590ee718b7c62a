"""What compiling for a gradient adds to a forward: the joint graph, what is saved, and the backward's own artifacts."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from typing import Any
from unittest import mock

import torch
import torch._inductor.compile_fx
from torch import Tensor
from torch._inductor.compile_fx import compile_fx_inner
from torch.utils._pytree import tree_leaves

from ..compiler_call import CompilerCall
from ..excerpt import Artifact, ExcerptError
from . import recording
from .compilation import GENERATED, Compilation, Graph


def backward_of(
    forward: Compilation, *inputs: Tensor, tangent: Tensor | None = None, keep: bool = False
) -> Compilation:
    """Run the first output of `forward` backward and return what that compiled; its output is the inputs' gradients.

    PyTorch generates a backward when it is first run, so one that ran before, or came from the cache with its forward,
    leaves no artifacts. `tangent` is the gradient that arrives at the output, one where it is left out; `keep` asks
    autograd to keep what was saved, for another backward. Raises ExcerptError where the output wants no gradient;
    whatever the backward raises, this raises.
    """
    output = tree_leaves(forward.output)[0]
    if not output.requires_grad:
        raise ExcerptError("the output wants no gradient, so there is nothing to run backward")
    graphs: list[torch.fx.GraphModule] = []

    def noted(graph: torch.fx.GraphModule, example_inputs: Any, **arguments: Any) -> Any:
        graphs.append(recording._copy(graph))
        return compile_fx_inner(graph, example_inputs, **arguments)

    # The forward's backend still compiles the backward, and fetches this name when it does.
    with recording.record(once=True) as seen, mock.patch.object(recording, "compile_fx_inner", noted):
        gradients = torch.autograd.grad(output, inputs, tangent, retain_graph=keep)
    return replace(
        forward,
        output=gradients,
        graphs=(),
        aten_graphs=tuple(Graph(graph, "ATen") for graph in graphs),
        wrappers=tuple(Artifact("the backward wrapper", text, "python", GENERATED) for text in seen.wrappers),
        scheduler=tuple(
            (Artifact("the scheduler before fusion", pre), Artifact("the scheduler after fusion", post))
            for pre, post in seen.scheduler
        ),
        compiler_calls=tuple(CompilerCall(command, seconds) for command, seconds in seen.commands),
        rewritten={},
    )


@contextmanager
def joint_graphs() -> Iterator[list[Graph]]:
    """List the graphs that AOTAutograd cuts into forward and backward inside the block, as they are before the cut."""
    found: list[Graph] = []
    cut = torch._inductor.compile_fx.partition_fn

    def noted(graph: torch.fx.GraphModule, *arguments: Any, **keywords: Any) -> Any:
        # The partition renames and removes nodes in place.
        found.append(Graph(recording._copy(graph), "joint"))
        return cut(graph, *arguments, **keywords)

    with mock.patch.object(torch._inductor.compile_fx, "partition_fn", noted):
        yield found


def saved_for_backward(subject: Callable[..., Any], *inputs: Any) -> list[Tensor]:
    """Call `subject`, eager or compiled, and return the tensors that autograd packs away for its backward, in order.

    A tensor that several operations save is listed several times; its storage tells that it is one.
    """
    packed: list[Tensor] = []

    def pack(tensor: Tensor) -> Tensor:
        packed.append(tensor.detach())
        return tensor

    with torch.autograd.graph.saved_tensors_hooks(pack, lambda tensor: tensor):
        subject(*inputs)
    return packed


def counted(group: str) -> dict[str, int]:
    """Return PyTorch's own counters of a group, such as ``aot_autograd``, since the last reset."""
    return dict(torch._dynamo.utils.counters[group])
