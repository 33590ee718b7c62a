"""What eager execution hands to PyTorch's dispatcher, operator by operator, and what the profiler sees of it."""

from __future__ import annotations

import dis
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from types import CodeType, FrameType
from typing import Any

import torch
from torch import Tensor
from torch.autograd.profiler_util import FunctionEvent
from torch.utils._python_dispatch import TorchDispatchMode
from torch.utils._pytree import tree_leaves


@dataclass(frozen=True)
class Dispatch:
    """One operator call as the dispatcher received it."""

    name: str
    """With its overload: ``aten.add.Tensor``."""
    inputs: tuple[Tensor, ...]
    outputs: tuple[Tensor, ...]
    instruction: int
    """Offset of the bytecode instruction that Python was at in the function; −1 where it was not in it."""

    @property
    def is_view(self) -> bool:
        """True where every output shares its storage with an input."""
        held = {tensor.untyped_storage().data_ptr() for tensor in self.inputs}
        return all(tensor.untyped_storage().data_ptr() in held for tensor in self.outputs)

    @property
    def bytes_read(self) -> int:
        """Bytes of the elements that the operator takes; none for a view, which reads no element."""
        return 0 if self.is_view else sum(t.numel() * t.element_size() for t in self.inputs)

    @property
    def bytes_written(self) -> int:
        """Bytes of the elements that the operator gives back; none for a view."""
        return 0 if self.is_view else sum(t.numel() * t.element_size() for t in self.outputs)


class _Recorder(TorchDispatchMode):  # type: ignore[no-untyped-call]
    def __init__(self, code: CodeType) -> None:
        super().__init__()  # type: ignore[no-untyped-call]
        self.code = code
        self.seen: list[Dispatch] = []

    def __torch_dispatch__(self, function: Any, types: Any, args: Any = (), kwargs: Any = None) -> Any:
        output = function(*args, **(kwargs or {}))
        inputs = tuple(leaf for leaf in tree_leaves((args, kwargs)) if isinstance(leaf, Tensor))
        outputs = tuple(leaf for leaf in tree_leaves(output) if isinstance(leaf, Tensor))
        self.seen.append(Dispatch(str(function), inputs, outputs, _instruction(self.code)))
        return output


def dispatched(subject: Callable[..., Any], *inputs: Any) -> list[Dispatch]:
    """Call `subject` eagerly and return the operators that reached the dispatcher, in order."""
    recorder = _Recorder(subject.__code__)
    with recorder:
        subject(*inputs)
    return recorder.seen


def profiled(subject: Callable[..., Any], *inputs: Any) -> list[FunctionEvent]:
    """Call `subject` and return what PyTorch's profiler recorded, with every kind of activity that this build knows."""
    activities = torch.profiler.supported_activities()  # type: ignore[no-untyped-call]
    with torch.profiler.profile(activities=activities, record_shapes=True) as profiler:
        subject(*inputs)
    return list(profiler.events())


def depth(event: FunctionEvent) -> int:
    """Return in how many other recorded calls a recorded call happened."""
    return sum(1 for _ in _parents(event))


def _parents(event: FunctionEvent) -> Iterator[FunctionEvent]:
    while (parent := event.cpu_parent) is not None:
        yield parent
        event = parent


def _instruction(code: CodeType) -> int:
    """Return where Python is in the innermost call of `code`, −1 where it is in none."""
    frame: FrameType | None = sys._getframe()
    while frame is not None and frame.f_code is not code:
        frame = frame.f_back
    if frame is None:
        return -1
    # Between two functions in Python the frame points behind the call, at what the interpreter keeps for itself there.
    reached = frame.f_lasti
    return max(each.offset for each in dis.get_instructions(code) if each.offset <= reached)
