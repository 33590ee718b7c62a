"""Calls of one compiled function in a row, without building anything."""

from __future__ import annotations

from contextlib import nullcontext

import pytest
import torch
from torch import Tensor

from claims.engine.capture.series import Given, SeenCall, Series, call_in_series

pytestmark = pytest.mark.usefixtures("nothing_compiled")


def doubled(x: Tensor) -> Tensor:
    return x * 2.0


def apart(x: Tensor) -> Tensor:
    added = x + 1.0
    torch._dynamo.graph_break()
    return added * 2.0


def told_apart(x: Tensor) -> Tensor:
    return x + 1.0 if torch.compiler.is_compiling() else x


def sizes(*lengths: int) -> list[Given]:
    return [Given(f"{n} elements", (torch.ones(n),)) for n in lengths]


def test_a_reason_stands_beside_each_new_graph() -> None:
    """A call that finds its graph has no reason, one that does not has PyTorch's, without a place in a file."""
    series = call_in_series(doubled, sizes(4, 4, 5))
    assert (series.captures, series.entries, series.right) == ([1, 1, 2], [1, 1, 2], True)
    first, again, other = series.calls
    assert first.reasons == again.reasons == ()
    assert other.reasons == ("tensor 'x' size mismatch at index 0. expected 4, actual 5",)


def test_a_call_says_which_graph_computed_it() -> None:
    """An earlier graph is named again when it is used again, and Python where nothing was compiled."""
    with torch._dynamo.config.patch(recompile_limit=2):
        series = call_in_series(doubled, sizes(4, 5, 4, 6), dynamic=False)
    assert [call.computed_by for call in series.calls] == ["graph 1", "graph 2", "graph 1", "Python"]


def test_a_call_over_a_break_is_computed_by_two_graphs() -> None:
    """The graphs before and after a break both run."""
    (call,) = call_in_series(apart, sizes(4)).calls
    assert (call.captures, call.computed_by) == (2, "graphs 1, 2")


def test_dynamic_is_handed_on() -> None:
    """With symbolic sizes from the start, another size needs no graph."""
    assert call_in_series(doubled, sizes(4, 5), dynamic=True).captures == [1, 1]


def test_a_setting_holds_for_its_call_alone() -> None:
    """A call is made under what it is given with, and the next one is not."""
    x = torch.ones(4)
    series = call_in_series(doubled, [Given("grad", (x,)), Given("none", (x,), torch.no_grad), Given("grad", (x,))])
    assert series.captures == [1, 2, 2]
    assert "grad_mode" in series.calls[1].reasons[0]


def test_a_wrong_result_is_seen() -> None:
    """A series is right only where every result is eager's."""
    assert not call_in_series(told_apart, sizes(4)).right


def test_what_a_call_raises_is_raised() -> None:
    """An error of the function reaches whoever makes the series."""
    with pytest.raises(Exception, match="missing 1 required"):
        call_in_series(doubled, [Given("nothing", ())])


def test_the_table_has_a_row_for_each_call() -> None:
    """Graphs are counted, what computed a call is named, and the reason comes last."""
    calls = (
        SeenCall("first", 1, 1, (), True, (1,)),
        SeenCall("a second one", 3, 2, ("grew", "also"), True, (2, 3)),
        SeenCall("none", 3, 2, (), True),
    )
    assert Series(calls, (), ()).artifact.text == (
        "call          graphs  computed by  PyTorch's reason\n"
        "first              1  graph 1\n"
        "a second one       3  graphs 2, 3  grew\n"
        "none               3  Python\n"
    )


def test_a_plain_call_has_nothing_set() -> None:
    """What a call is made under is nothing unless it says so."""
    assert isinstance(Given("plain", ()).under(), nullcontext)
