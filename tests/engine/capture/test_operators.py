"""Operators are looked up, and lowerings watched, without compiling anything."""

from __future__ import annotations

import pytest
import torch
from torch._inductor import lowering

from claims.engine.capture.operators import (
    Registration,
    dispatch_path,
    dispatch_table_of,
    lowering_of,
    lowerings_used,
    overloads_of,
    registrations_of,
    table_artifact,
)
from claims.engine.excerpt import ExcerptError


def test_overloads_with_and_without_a_name() -> None:
    """What Python calls default has no name in the schema; whether the first argument is a tensor is told."""
    found = {each.name: each for each in overloads_of(torch.ops.aten.relu)}
    assert (found["default"].overload_name, found["default"].takes_tensors) == ("", True)
    assert not overloads_of(torch.ops.aten.full)[0].takes_tensors


def test_registrations_are_part_of_the_computed_table() -> None:
    """The CPU kernel was registered, and the table leads there."""
    registered = {row.key: row.place for row in registrations_of("aten::mm")}
    assert registered["CPU"].startswith("RegisterCPU")
    assert registered["CPU"] == next(row.place for row in dispatch_table_of("aten::mm") if row.key == "CPU")


def test_an_unknown_operator_is_refused() -> None:
    """The error names it."""
    with pytest.raises(ExcerptError, match="aten::no_such_operator: nothing is registered"):
        registrations_of("aten::no_such_operator")


def test_the_path_of_a_call_ends_at_the_kernel() -> None:
    """Autograd is passed first, and not at all where inference switched it off."""
    x = torch.ones(2, 2)
    assert dispatch_path("aten::mm", x)[-1] == "CPU"
    assert "AutogradCPU" in dispatch_path("aten::mm", x)
    with torch.inference_mode():
        assert "AutogradCPU" not in dispatch_path("aten::mm", torch.ones(2, 2))


def test_lowerings_are_found_or_refused() -> None:
    """The table's own function is given; an operator without one is an error."""
    relu = torch.ops.aten.relu.default
    assert lowering_of(relu) is lowering.lowerings[relu]
    with pytest.raises(ExcerptError, match=r"no lowering for aten\.linalg_eig"):
        lowering_of(torch.ops.aten.linalg_eig.default)


def test_lowerings_are_watched_inside_the_block_only() -> None:
    """A call of a lowering is written down with the operator that it served, and afterwards the table is as before."""
    relu, before = torch.ops.aten.relu.default, dict(lowering.lowerings)
    with lowerings_used() as used, pytest.raises(Exception):  # noqa: B017
        lowering.lowerings[relu]("no tensor")
    assert [operator for operator, _ in used] == ["aten.relu.default"]
    assert lowering.lowerings == before


def test_registrations_as_text() -> None:
    """A key a line, in a column of its own."""
    text = table_artifact((Registration("CPU", "a.cpp", ""), Registration("AutogradCPU", "b.cpp", ""))).text
    assert text == "CPU                 a.cpp\nAutogradCPU         b.cpp\n"
