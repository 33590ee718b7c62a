"""How values run through the statements of a generated loop: from a load, through operations, to a store."""

from __future__ import annotations

import re
from dataclasses import dataclass

from .excerpt import ExcerptError, Region

_ASSIGNED = re.compile(r"^\s*auto (\w+) = (.*);$")
_STORED = re.compile(r"^\s*(?:\w+\.store\(|\w*ptr\d+\[.*\] = \w+;$)")
_VALUE = re.compile(r"\btmp\d+\b")
_DECLTYPE = re.compile(r"decltype\(\w+\)")

#: The kinds of expression, the first that fits wins.
_KINDS = (
    ("load", re.compile(r"::loadu\(|^\w*ptr\d+\[")),
    ("convert", re.compile(r"\bconvert<")),
    ("maximum", re.compile(r"\bclamp_min\(|\bstd::max\(")),
    ("add", re.compile(r"\w \+ \w")),
    ("multiply", re.compile(r"\w \* \w")),
    ("constant", re.compile(r"^static_cast<\w+>\([-\d.e+]+\)$|^at::vec::Vectorized(?:N)?<[\w, ]+>\(\w+\)$")),
)


@dataclass(frozen=True)
class Statement:
    """One statement of generated C++ that names a value or stores one."""

    name: str
    """What it assigns to; empty for a store."""
    kind: str
    """``load``, ``constant``, ``convert``, ``add``, ``multiply``, ``maximum``, ``store``,
    or ``other``."""
    text: str
    reads: tuple[str, ...]
    """The values that it takes, in order, those inside ``decltype`` left out."""


def statements(region: Region) -> tuple[Statement, ...]:
    """Return the statements of a region that name a value ``tmp…`` or store one, in order."""
    found = []
    for line in region.lines:
        if match := _ASSIGNED.match(line):
            name, expression = match.groups()
            found.append(Statement(name, _kind(expression), line.strip(), _reads(expression)))
        elif _STORED.match(line):
            found.append(Statement("", "store", line.strip(), _reads(line)))
    return tuple(found)


def paths(region: Region) -> tuple[tuple[Statement, ...], ...]:
    """Return, for each store of a region, the statements that its value went through: load first, store last.

    Constants are left out. Raises ExcerptError where a value stems from more than one load, or from none.
    """
    known: dict[str, Statement] = {}
    found = []
    for statement in statements(region):
        if statement.kind == "store":
            found.append(_path(statement, known, region))
        else:
            known[statement.name] = statement
    return tuple(found)


def kinds(path: tuple[Statement, ...]) -> list[str]:
    """Return the kinds of a path's statements in order: ``load``, ``add``, ``maximum``, ``store``."""
    return [statement.kind for statement in path]


def readers(region: Region, name: str) -> list[str]:
    """Return the kinds of the statements of a region that take the value `name`, in order."""
    return [statement.kind for statement in statements(region) if name in statement.reads]


def _path(store: Statement, known: dict[str, Statement], region: Region) -> tuple[Statement, ...]:
    path = [store]
    while path[0].kind != "load":
        sources = [known[name] for name in path[0].reads if name in known and known[name].kind != "constant"]
        if len(sources) != 1:
            raise ExcerptError(
                f"{region.artifact.name}: {path[0].text!r} takes {len(sources)} values that are no constants"
            )
        path.insert(0, sources[0])
    return tuple(path)


def _kind(expression: str) -> str:
    return next((kind for kind, pattern in _KINDS if pattern.search(expression)), "other")


def _reads(text: str) -> tuple[str, ...]:
    return tuple(dict.fromkeys(_VALUE.findall(_DECLTYPE.sub("", text))))
