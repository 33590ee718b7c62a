"""The guards of a function's cache entries, asked and printed; nothing is built."""

from __future__ import annotations

import pytest
import torch
from torch import Tensor

from claims.engine.capture.guards import answers_of, guard_trees, guards_in, refusal
from claims.engine.excerpt import ExcerptError

pytestmark = pytest.mark.usefixtures("nothing_compiled")


def doubled(x: Tensor) -> Tensor:
    return x * 2.0


def test_entries_answer_in_the_order_in_which_they_are_asked() -> None:
    """The entry used last answers first, and an entry whose guards hold says nothing."""
    compiled = torch.compile(doubled, backend="eager")
    x = torch.ones(4)
    compiled(x), compiled(x.double())
    newest, oldest = answers_of(doubled, x=x)
    assert "dtype mismatch. expected Double, actual Float" in newest and not oldest
    compiled(x)
    assert [bool(answer) for answer in answers_of(doubled, x=x)] == [False, True]


def test_a_refusal_is_one_entry_s() -> None:
    """A function with more than one entry, or with none, has no single answer."""
    with pytest.raises(ExcerptError, match="doubled has 0 cache entries, not one"):
        refusal(doubled, x=torch.ones(4))


def test_trees_name_no_place() -> None:
    """Each entry has its tree, and no tree says where in a file a guard stems from."""
    compiled = torch.compile(doubled, backend="eager", dynamic=False)
    compiled(torch.ones(4)), compiled(torch.ones(4, 4))
    newest, oldest = guard_trees(doubled)
    sizes = [g.facts["size"] for tree in (newest, oldest) for g in guards_in(tree) if g.kind == "TENSOR_MATCH"]
    assert sizes == ["[4, 4]", "[4]"]
    assert " # " not in newest.text + oldest.text
