"""What a generated wrapper's ``call`` takes, asserts, hands to others, and returns, read from its syntax tree."""

from __future__ import annotations

import ast
from dataclasses import dataclass

from .excerpt import Artifact, ExcerptError

_LIBRARY, _GENERATED = "extern_kernels.", "cpp_fused"


@dataclass(frozen=True)
class Step:
    """One call that does arithmetic: into a library, or of a generated function."""

    name: str
    """``mm`` for ``extern_kernels.mm``, and a generated function's own name."""
    generated: bool
    arguments: tuple[str, ...]
    """What it is handed by position."""
    out: str = ""
    """The buffer named as ``out=``, empty where there is none."""


@dataclass(frozen=True)
class WrapperCall:
    """The method of a wrapper that runs at every call."""

    takes: tuple[str, ...]
    """Names of the inputs in their order."""
    asserts: dict[str, tuple[tuple[int, ...], tuple[int, ...]]]
    """Size and strides that an input must have; an input whose are not fixed is left out."""
    steps: tuple[Step, ...]
    returns: tuple[str, ...]

    @property
    def library(self) -> list[str]:
        """The library's functions in the order of the calls."""
        return [step.name for step in self.steps if not step.generated]

    @property
    def generated(self) -> list[str]:
        """The generated functions in the order of the calls."""
        return [step.name for step in self.steps if step.generated]


def wrapper_call(wrapper: Artifact) -> WrapperCall:
    """Return what the wrapper's ``call`` does.

    Raises ExcerptError where there is not exactly one, or where it does not unpack its inputs first and return a tuple
    last.
    """
    found = [
        node for node in ast.walk(ast.parse(wrapper.text)) if isinstance(node, ast.FunctionDef) and node.name == "call"
    ]
    if len(found) != 1:
        raise ExcerptError(f"{wrapper.name}: {len(found)} functions are named call, not one")
    body = found[0].body
    head, last = body[0], body[-1]
    if not (isinstance(head, ast.Assign) and isinstance(head.targets[0], ast.Tuple)):
        raise ExcerptError(f"{wrapper.name}: its call does not start by unpacking its inputs")
    if not (isinstance(last, ast.Return) and isinstance(last.value, ast.Tuple)):
        raise ExcerptError(f"{wrapper.name}: its call does not end by returning a tuple")
    calls = [node.value for node in body if isinstance(node, ast.Expr) and isinstance(node.value, ast.Call)]
    return WrapperCall(
        takes=_sources(head.targets[0].elts),
        asserts={name: figures for call in calls for name, figures in _assertions(call)},
        steps=tuple(_step(call) for call in calls if ast.unparse(call.func).startswith((_LIBRARY, _GENERATED))),
        returns=_sources(last.value.elts),
    )


def _step(call: ast.Call) -> Step:
    name = ast.unparse(call.func)
    out = next((ast.unparse(k.value) for k in call.keywords if k.arg == "out"), "")
    return Step(name.removeprefix(_LIBRARY), name.startswith(_GENERATED), _sources(call.args), out)


def _assertions(call: ast.Call) -> list[tuple[str, tuple[tuple[int, ...], tuple[int, ...]]]]:
    """Return what a call asserts of sizes and strides that are written out as numbers, of one tensor or of a group."""
    name = ast.unparse(call.func)
    if name == "assert_size_stride":
        groups = [call.args[:3]]
    elif name == "assert_size_stride_grouped":
        # From 2.15 on: one call with a tuple of tensors, one of sizes and one of strides.
        groups = [list(group) for group in zip(*(_elements(argument) for argument in call.args[:3]), strict=True)]
    else:
        return []
    written = [group for group in groups if all(_is_written_out(numbers) for numbers in group[1:])]
    return [
        (ast.unparse(tensor), (ast.literal_eval(size), ast.literal_eval(strides))) for tensor, size, strides in written
    ]


def _elements(node: ast.expr) -> list[ast.expr]:
    return node.elts if isinstance(node, ast.Tuple) else [node]


def _is_written_out(numbers: ast.expr) -> bool:
    return isinstance(numbers, ast.Tuple) and all(isinstance(number, ast.Constant) for number in numbers.elts)


def _sources(nodes: list[ast.expr]) -> tuple[str, ...]:
    return tuple(ast.unparse(node) for node in nodes)
