"""A wrapper runs past its guards, each of its calls watched."""

from __future__ import annotations

import pytest
import torch

from claims.engine.capture.library import library_calls
from claims.engine.capture.watched import load_wrapper, watch_call
from claims.engine.excerpt import Artifact

#: The form of a generated wrapper, its kernel in Python.
WRAPPER = Artifact(
    "the wrapper",
    """
import torch
from torch import empty_strided as empty_strided_cpu
from torch._inductor.select_algorithm import extern_kernels

def cpp_fused_add_0(buffer):
    buffer.add_(1.0)

def call(args):
    arg0, = args
    args.clear()
    buf0 = empty_strided_cpu((2, 2), (2, 1), dtype=torch.float32)
    extern_kernels.mm(arg0, arg0, out=buf0)
    buf1 = buf0; del buf0
    cpp_fused_add_0(buf1)
    return (buf1, arg0)
""",
    "python",
)


def test_the_steps_of_a_call() -> None:
    """Each step names the storages that it was handed and those that it changed; the result is the wrapper's own."""
    x = torch.ones(2, 2)
    call = watch_call(WRAPPER, x)
    assert call.artifact.text == (
        "empty_strided_cpu      memory 1 (written)\n"
        "extern_kernels.mm      input, memory 1 (written)\n"
        "cpp_fused_add_0        memory 1 (written)\n"
        "return                 memory 1, input\n"
    )
    assert call.writes("memory 1") == ["extern_kernels.mm", "cpp_fused_add_0"]
    assert torch.equal(call.output[0], x @ x + 1.0)


def test_a_step_that_changes_nothing_wrote_nothing() -> None:
    """A function in a kernel's place that leaves the memory alone has written none."""
    call = watch_call(WRAPPER, torch.ones(2, 2), instead=lambda kernel, buffer: None)
    assert call.writes("memory 1") == ["extern_kernels.mm"]
    assert torch.equal(call.output[0], torch.full((2, 2), 2.0))


def test_the_library_is_as_before_afterwards() -> None:
    """The product is watched inside the call only, even where the wrapper raises."""
    from torch._inductor.select_algorithm import extern_kernels

    before = extern_kernels.mm
    with pytest.raises(RuntimeError):
        watch_call(WRAPPER, torch.ones(2, 3))
    assert extern_kernels.mm is before


def test_library_calls_keep_their_operands() -> None:
    """Each call is kept with its operands and the buffer that the caller supplied."""
    run, x = load_wrapper(WRAPPER)["call"], torch.ones(2, 2)
    (call,) = library_calls(run, [x])
    assert (call.name, call.operands) == ("mm", (x, x))
    assert call.out is not None and torch.equal(call.out, torch.full((2, 2), 3.0))
