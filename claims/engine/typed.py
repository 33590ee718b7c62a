"""Makes records of what JSON holds, and refuses whatever has another form than the record's types say."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from dataclasses import MISSING, fields, is_dataclass
from functools import cache
from types import NoneType, UnionType
from typing import Any, TypeVar, Union, get_args, get_origin, get_type_hints

Made = TypeVar("Made")


def typed(kind: type[Made], found: object, where: str) -> Made:
    """Return `found`, as JSON gives it, as a `kind`: a dataclass, a tuple, list or mapping of such, or a plain type.

    `where` names it in errors. Raises TypeError where a field is missing or unknown, where a value is of another type,
    and where a tuple of a fixed length has another one.
    """
    made: Made = _made(kind, found, where)
    return made


def _made(kind: Any, found: Any, where: str) -> Any:
    if is_dataclass(kind):
        return _record(kind, found, where)
    origin, inner = get_origin(kind), get_args(kind)
    if origin in (Union, UnionType):
        return _one_of(kind, found, where)
    if origin is tuple:
        return _tuple(kind, found, where)
    if origin is list:
        return [_made(inner[0], item, where) for item in _of(list, found, where)]
    if origin in (dict, Mapping):
        return {key: _made(inner[1], item, f"{where}.{key}") for key, item in _of(dict, found, where).items()}
    return _of(kind, found, where)


def _record(kind: Any, found: Any, where: str) -> Any:
    (hints, required), given = _form(kind), _of(dict, found, where)
    if unknown := sorted(given.keys() - hints.keys()):
        raise TypeError(f"{where}: {unknown[0]} is unknown")
    if missing := [name for name in required if name not in given]:
        raise TypeError(f"{where}: {missing[0]} is missing")
    return kind(**{name: _made(hints[name], value, f"{where}.{name}") for name, value in given.items()})


@cache
def _form(kind: Any) -> tuple[dict[str, Any], list[str]]:
    """Return the types of a dataclass's fields by name, and the names of those that have no default."""
    required = [f.name for f in fields(kind) if f.default is MISSING and f.default_factory is MISSING]
    return get_type_hints(kind), required


def _one_of(kind: Any, found: Any, where: str) -> Any:
    for member in get_args(kind):
        try:
            return _made(member, found, where)
        except TypeError:
            continue
    raise _other(str(kind), found, where)


def _tuple(kind: Any, found: Any, where: str) -> tuple[Any, ...]:
    inner, items = get_args(kind), _of(list, found, where)
    if inner[-1] is Ellipsis:
        inner = (inner[0],) * len(items)
    if len(items) != len(inner):
        raise TypeError(f"{where}: {len(inner)} items are expected, and there are {len(items)}")
    return tuple(_made(member, item, where) for member, item in zip(inner, items, strict=True))


def _of(kind: type[Any], found: Any, where: str) -> Any:
    """Return what is of this very type; a whole number that a float can hold passes for one, and True for no number."""
    if type(found) is kind or (kind is float and type(found) is int and abs(found) <= sys.float_info.max):
        return found
    raise _other("null" if kind is NoneType else kind.__name__, found, where)


def _other(expected: str, found: object, where: str) -> TypeError:
    return TypeError(f"{where}: {expected} is expected, and it is {type(found).__name__}")
