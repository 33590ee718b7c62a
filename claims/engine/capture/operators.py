"""Operators before any of them runs: their overloads, the kernels registered for them, the lowerings Inductor chose."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any
from unittest import mock

import torch
from torch._inductor import lowering
from torch._ops import OpOverload, OpOverloadPacket

from ..excerpt import Artifact, ExcerptError

_REGISTERED = re.compile(r"^(\w+)(\[alias\])?(?: \(inactive\))?: (fallthrough )?registered at (.+?):\d+(?: |$)(.*)$")


@dataclass(frozen=True)
class Overload:
    """One way to call an operator."""

    name: str
    """As Python spells it; ``default`` where the schema has no overload name at all."""
    schema: str
    overload_name: str
    """As the schema spells it, which may be empty."""

    @property
    def takes_tensors(self) -> bool:
        """True where the first argument is a tensor."""
        return "(Tensor " in self.schema


@dataclass(frozen=True)
class Registration:
    """One row of a dispatch table: what a key leads to."""

    key: str
    place: str
    """Name of the source file that registered the kernel."""
    kind: str
    """PyTorch's word in the computed table: ``kernel``, ``default backend kernel``, ``backend fallback`` …"""


def overloads_of(packet: OpOverloadPacket) -> tuple[Overload, ...]:
    """Return the overloads of an operator such as ``torch.ops.aten.add``, in PyTorch's order."""
    schemas = [(name, getattr(packet, name)._schema) for name in packet.overloads()]  # type: ignore[no-untyped-call]
    return tuple(Overload(name, str(schema), str(schema.overload_name)) for name, schema in schemas)


def registrations_of(operator: str) -> tuple[Registration, ...]:
    """Return the kernels that were registered for an operator such as ``aten::mm``, a key a row.

    A registration that another one replaced is left out. Raises ExcerptError where there is none.
    """
    return registrations_in(operator, torch._C._dispatch_dump(operator))


def dispatch_table_of(operator: str) -> tuple[Registration, ...]:
    """Return what each dispatch key leads to, fallbacks included. Raises ExcerptError where the table is empty."""
    return registrations_in(operator, torch._C._dispatch_dump_table(operator))


def dispatch_path(operator: str, tensor: torch.Tensor) -> tuple[str, ...]:
    """Return the keys with a kernel of their own that an eager call with this tensor goes through, outermost first.

    Keys that are switched off now, such as those of autocast, and keys that fall through are left out.
    """
    included = torch._C._dispatch_tls_local_include_set()
    keys = (torch._C._dispatch_keys(tensor) | included) - torch._C._dispatch_tls_local_exclude_set()
    own = {row.key for row in dispatch_table_of(operator) if row.kind.endswith("kernel")}
    path = []
    while (key := keys.highestPriorityTypeId()) != torch._C.DispatchKey.Undefined:
        path.append(key.name)
        keys = keys.remove(key)
    return tuple(name for name in path if name in own)


def lowering_of(operator: OpOverload) -> Callable[..., Any]:
    """Return the function that Inductor's table holds for an operator. Raises ExcerptError where it holds none."""
    if operator not in lowering.lowerings:
        raise ExcerptError(f"Inductor has no lowering for {operator}")
    found: Callable[..., Any] = lowering.lowerings[operator]
    return found


@contextmanager
def lowerings_used() -> Iterator[list[tuple[str, str]]]:
    """Write down which lowering served which operator in the block: names of both, in order."""
    used: list[tuple[str, str]] = []

    def watched(operator: Any, function: Callable[..., Any]) -> Callable[..., Any]:
        def call(*arguments: Any, **named: Any) -> Any:
            used.append((str(operator), function.__qualname__))
            return function(*arguments, **named)

        return call

    entries = {o: watched(o, f) for o, f in lowering.lowerings.items() if isinstance(o, OpOverload)}
    with mock.patch.dict(lowering.lowerings, entries):
        yield used


def registrations_in(operator: str, dump: str) -> tuple[Registration, ...]:
    """Return the rows of what PyTorch prints of an operator's kernels. Raises ExcerptError where it prints none."""
    found = []
    for line in dump.splitlines():
        if not line.startswith("debug:") and "(inactive)" not in line and (match := _REGISTERED.match(line)):
            key, alias, through, place, rest = match.groups()
            kind = re.search(r"\[([\w ]+)\]$", rest)
            word = "fallthrough" if through or "fallthrough" in rest else kind[1].strip() if kind else ""
            found.append(Registration(f"{key}{alias or ''}", place.rsplit("/", 1)[-1], word))
    if not found:
        raise ExcerptError(f"{operator}: nothing is registered")
    return tuple(found)


def table_artifact(rows: tuple[Registration, ...]) -> Artifact:
    """Return registrations as a text, a key a line with the file that registered it."""
    text = "".join(f"{row.key:<18}  {row.place}\n" for row in rows)
    return Artifact("the registered kernels", text, "text", ("arch", "os"))
