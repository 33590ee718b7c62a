"""Operators are recorded as they reach the dispatcher, and what moves no element costs no bytes."""

from __future__ import annotations

import dis

import torch
from torch import Tensor

from claims.engine.capture.dispatch import depth, dispatched, profiled


def two_operators(x: Tensor) -> Tensor:
    return torch.relu(x.t() + 1.0)


def test_operators_in_order_with_their_bytes() -> None:
    """A view reads and writes nothing, the others read and write each element once."""
    seen = dispatched(two_operators, torch.ones(4, 8))
    assert [(call.name, call.is_view, call.bytes_read, call.bytes_written) for call in seen] == [
        ("aten.t.default", True, 0, 0),
        ("aten.add.Tensor", False, 128, 128),
        ("aten.relu.default", False, 128, 128),
    ]


def test_each_operator_knows_its_instruction() -> None:
    """The offsets rise with the order of the calls and belong to instructions of the function."""
    offsets = [call.instruction for call in dispatched(two_operators, torch.ones(2, 2))]
    assert offsets == sorted(set(offsets))
    assert set(offsets) <= {each.offset for each in dis.get_instructions(two_operators)}


def test_operators_of_a_called_function_belong_to_the_call() -> None:
    """Where the function calls another one in Python, its operators have the offset of that call."""

    def outer(x: Tensor) -> Tensor:
        return two_operators(x)

    offsets = {call.instruction for call in dispatched(outer, torch.ones(2, 2))}
    called = [each.offset for each in dis.get_instructions(outer) if each.opname == "CALL"]
    assert sorted(offsets) == called


def test_the_profiler_nests_calls() -> None:
    """A product reached through matmul lies one call deep."""
    events = {event.name: depth(event) for event in profiled(lambda x: x @ x, torch.ones(4, 4))}
    assert events["aten::matmul"] == 0
    assert events["aten::mm"] == 1
