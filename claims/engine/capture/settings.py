"""Which of Inductor's settings a function asks, read from its source and from the predicates that it calls."""

from __future__ import annotations

import ast
import inspect
import textwrap
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from torch._inductor import config


@dataclass(frozen=True)
class Setting:
    """A setting that is asked."""

    name: str
    """As it is written below ``torch._inductor.config``."""
    value: Any
    """Its default in this build."""
    asked_by: tuple[str, ...]
    """The functions whose source names it."""


def settings_asked(function: Callable[..., Any]) -> tuple[Setting, ...]:
    """Return the settings that a function asks, itself or through the predicates that it calls.

    A predicate is a function whose name begins with ``use_``, or with an underscore and that, and which the caller
    knows by its name. The order is that of the source, from the outer to the inner. Raises OSError or TypeError where
    there is no source.
    """
    asked: dict[str, list[str]] = {}
    _ask(inspect.unwrap(function), asked, set())
    return tuple(Setting(name, _value(name), tuple(by)) for name, by in asked.items())


def _ask(function: Callable[..., Any], asked: dict[str, list[str]], done: set[str]) -> None:
    name = function.__name__
    done.add(name)
    known = function.__globals__
    for node in ast.walk(ast.parse(textwrap.dedent(inspect.getsource(function)))):
        if isinstance(node, ast.Attribute) and (setting := _setting(node, known)):
            by = asked.setdefault(setting, [])
            if name not in by:
                by.append(name)
        elif isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
            called = inspect.unwrap(known.get(node.func.id, len))
            predicate = node.func.id.lstrip("_").startswith("use_") and inspect.isfunction(called)
            if predicate and called.__name__ not in done:
                _ask(called, asked, done)


def _setting(node: ast.Attribute, known: dict[str, Any]) -> str:
    """Return the setting that an attribute names; empty for any other attribute, and for a group of settings."""
    words = ast.unparse(node).split(".")
    for length in (1, 3):
        head, rest = words[:length], words[length:]
        if rest and _is_config(head, known) and ".".join(rest) in config._config:  # type: ignore[attr-defined]
            return ".".join(rest)
    return ""


def _is_config(words: list[str], known: dict[str, Any]) -> bool:
    found = known.get(words[0])
    for word in words[1:]:
        found = getattr(found, word, None)
    return found is config


def _value(name: str) -> Any:
    return config._config[name].default  # type: ignore[attr-defined]
