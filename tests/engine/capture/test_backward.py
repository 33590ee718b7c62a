"""What is saved for a backward is seen on its way into autograd's hands."""

from __future__ import annotations

import pytest
import torch
from torch import Tensor

from claims.engine.capture.backward import backward_of, counted, saved_for_backward
from claims.engine.capture.compilation import Compilation


def test_saved_tensors_in_order() -> None:
    """A product saves both operands, the same storage twice where they are one tensor; an add saves none."""
    x = torch.ones(2, 3, requires_grad=True)
    saved = saved_for_backward(lambda x: x @ x.T + 1.0, x)
    assert len(saved) == 2
    assert {tensor.untyped_storage().data_ptr() for tensor in saved} == {x.untyped_storage().data_ptr()}
    assert not any(tensor.requires_grad for tensor in saved)


def test_nothing_is_saved_without_a_gradient() -> None:
    """An input that wants no gradient leaves nothing to save."""
    assert saved_for_backward(lambda x: x @ x.T, torch.ones(2, 3)) == []


def test_a_counter_that_nothing_counted_is_empty() -> None:
    """The counters are PyTorch's own, and what is given is a copy."""
    torch._dynamo.utils.counters["a group of this test"]["events"] += 2
    found = counted("a group of this test")
    found["events"] = 0
    assert counted("a group of this test") == {"events": 2}
    del torch._dynamo.utils.counters["a group of this test"]
    assert counted("a group of this test") == {}


def finished(output: Tensor) -> Compilation:
    """Return a compilation that did nothing but give this output."""
    return Compilation(torch.relu, torch.relu, output, (), (), (), (), (), (), {})


def test_gradients_and_no_artifact_where_nothing_was_compiled() -> None:
    """An eager backward gives its gradients, weighted by the tangent, and leaves no artifact of a compiler."""
    x = torch.tensor([3.0], requires_grad=True)
    found = backward_of(finished(x * x), x, tangent=torch.tensor([10.0]))
    assert [gradient.item() for gradient in found.output] == [60.0]
    assert (found.wrappers, found.aten_graphs, found.compiler_calls) == ((), (), ())


def test_what_was_saved_can_be_kept() -> None:
    """Kept for it, a second backward runs; otherwise autograd refuses it."""
    x = torch.tensor([3.0], requires_grad=True)
    forward = finished(x * x)
    backward_of(forward, x, keep=True)
    backward_of(forward, x)
    with pytest.raises(RuntimeError, match="second time"):
        backward_of(forward, x)


def test_an_output_without_a_gradient_is_refused() -> None:
    """There is nothing to run backward."""
    with pytest.raises(Exception, match="the output wants no gradient"):
        backward_of(finished(torch.ones(1)), torch.ones(1))
