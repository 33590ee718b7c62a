"""Python source read as a syntax tree: what it imports, which functions it defines, what it calls."""

from __future__ import annotations

import ast
import textwrap
from dataclasses import dataclass

from .excerpt import Region


@dataclass(frozen=True)
class Call:
    """One call as it is written."""

    name: str
    """What is called: ``extern_kernels.mm``."""
    keywords: tuple[str, ...]
    """The names of its keyword arguments, in order."""


def imported_in(source: Region) -> list[str]:
    """Return what the top level of a file takes from other modules by ``from``: ``torch.fx.Graph``.

    Raises SyntaxError where it is no Python; so do the others.
    """
    found = [node for node in _tree(source).body if isinstance(node, ast.ImportFrom)]
    return [
        f"{'.' * node.level}{f'{node.module}.' if node.module else ''}{alias.name}"
        for node in found
        for alias in node.names
    ]


def defined_in(source: Region) -> list[str]:
    """Return the names of the functions that a source defines, outer ones first."""
    return [node.name for node in ast.walk(_tree(source)) if isinstance(node, ast.FunctionDef)]


def calls_in(source: Region) -> list[Call]:
    """Return the calls that a source makes, at whatever depth, outer ones first."""
    return [
        Call(ast.unparse(node.func), tuple(keyword.arg or "**" for keyword in node.keywords))
        for node in ast.walk(_tree(source))
        if isinstance(node, ast.Call)
    ]


def _tree(source: Region) -> ast.Module:
    return ast.parse(textwrap.dedent(source.text))
