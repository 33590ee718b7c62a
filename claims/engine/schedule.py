"""Reads the scheduler's nodes out of the text that Inductor prints of them."""

from __future__ import annotations

import re
from dataclasses import dataclass

from .excerpt import Artifact, ExcerptError

_HEAD = re.compile(r"^(\w+): (\w*SchedulerNode)\((.*)\)$", re.MULTILINE)
_WRITES = re.compile(r"Dep\('?(?:name=')?(\w+)'")
_USERS = re.compile(r"(\w+)\.users = (\[\]|\[(?:NodeUser\(.*\)\]|\n(?:\s+NodeUser.*\n)+\s*\]))")
_USER = re.compile(r"NodeUser\(node=(?:\w+\(name='(\w+)'\)|(\w+)), can_inplace=(True|False)")
_OPERATION = re.compile(r"\bops\.(\w+)\(")


@dataclass(frozen=True)
class User:
    """One reader of a buffer."""

    name: str
    """The node, or ``OUTPUT``: the caller gets the buffer."""
    in_place: bool
    """Whether the scheduler allows this reader to write over what it reads."""


@dataclass(frozen=True)
class Node:
    """One of the scheduler's nodes."""

    name: str
    """``op1``; nodes that were merged are joined, ``op0_op1``."""
    kind: str
    """``ExternKernelSchedulerNode``, ``SchedulerNode`` or ``FusedSchedulerNode``."""
    text: str

    @property
    def writes(self) -> tuple[str, ...]:
        """The buffers that it writes."""
        row = next((row for row in self.text.splitlines() if row.startswith(f"{self.name}.writes")), "")
        return tuple(_WRITES.findall(row))

    @property
    def users(self) -> dict[str, tuple[User, ...]]:
        """Per buffer that it makes, who reads it."""
        return {
            name: tuple(User(node or other, flag == "True") for node, other, flag in _USER.findall(rows))
            for name, rows in _USERS.findall(self.text)
        }

    @property
    def operations(self) -> tuple[str, ...]:
        """What its loop does, in order: ``load``, ``add`` …; empty for a library call."""
        return tuple(_OPERATION.findall(self.text))


def nodes_in(schedule: Artifact) -> tuple[Node, ...]:
    """Return the scheduler's nodes in order; those inside a merged node are part of its text.

    Raises ExcerptError where the text holds none.
    """
    heads = list(_HEAD.finditer(schedule.text))
    merged = {part for head in heads if head[2].startswith("Fused") for part in head[1].split("_")}
    outer = [head for head in heads if head[1] not in merged]
    if not outer:
        raise ExcerptError(f"{schedule.name}: no node in these {len(schedule.lines)} lines")
    ends = [*(head.start() for head in outer[1:]), len(schedule.text)]
    return tuple(
        Node(head[1], head[2], schedule.text[head.start() : end]) for head, end in zip(outer, ends, strict=True)
    )
