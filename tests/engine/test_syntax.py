"""Python source is read as a syntax tree, at whatever indentation it was cut."""

from __future__ import annotations

import pytest

from claims.engine.excerpt import Artifact, Region
from claims.engine.syntax import Call, calls_in, defined_in, imported_in

SOURCE = Artifact(
    "the source",
    '''
import os
from torch.fx import Graph as FxGraph, Node
from .here import there
from .. import above

class Runner:
    def call(self, args):
        """compile_fx(nothing) is no call."""
        def inner(*rest, **named):
            return extern_kernels.mm(*rest, out=rest[0], **named)
        return partial(inner, wrap(args), key=sorted(args))
'''.lstrip(),
    "python",
)


def method() -> Region:
    return SOURCE.function("call")


def test_imports_by_the_names_that_they_have_there() -> None:
    """What is taken from a module is named with it, not by what it is called here; a plain import takes nothing."""
    assert imported_in(SOURCE.all) == ["torch.fx.Graph", "torch.fx.Node", ".here.there", "..above"]


def test_functions_inside_a_function() -> None:
    """A method cut out with its margin is read as well, and comes before what it defines."""
    assert defined_in(method()) == ["call", "inner"]


def test_calls_with_their_keywords() -> None:
    """Every call is found, in a keyword's value too; text in a string is none."""
    assert sorted(calls_in(method()), key=str) == [
        Call("extern_kernels.mm", ("out", "**")),
        Call("partial", ("key",)),
        Call("sorted", ()),
        Call("wrap", ()),
    ]


def test_what_is_no_python_is_refused() -> None:
    """There is no tree to read."""
    with pytest.raises(SyntaxError):
        calls_in(Artifact("the kernel", "for (;;) {}\n").all)
