"""The guards of a cache entry, one by one: as PyTorch prints them in a tree, and as they answer when asked."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import torch

from ..excerpt import Artifact, ExcerptError
from . import recording

_LEAF = re.compile(r"^[| ]*\+- ([A-Z_]+): (.*)$")


@dataclass(frozen=True)
class Guard:
    """One condition that must hold before the compiled code is used again."""

    kind: str
    """PyTorch's word for it, such as ``TENSOR_MATCH``."""
    text: str
    """The condition as PyTorch prints it."""

    @property
    def facts(self) -> dict[str, str]:
        """The named facts in the condition: ``size`` is ``[64, 64]``, ``requires_grad`` is ``False``."""
        return dict(re.findall(r"(\w+)=(\[[^\]]*\]|[^,()]+)", self.text))

    @property
    def parts(self) -> list[str]:
        """The condition with each argument of its call on a line of its own."""
        head, _, rest = self.text.partition("(")
        arguments = re.split(r", (?![^(\[]*[)\]])", rest.removesuffix(")"))
        return [head, *(f"    {argument}" for argument in arguments)]

    @property
    def conditions(self) -> list[str]:
        """What it asks, one by one: the arguments of a tensor's check, and any other guard as it is printed."""
        return [part.strip() for part in self.parts] if self.kind == "TENSOR_MATCH" else [self.text]

    @property
    def state(self) -> dict[str, Any]:
        """The settings that a guard on the global state compares; empty where it prints none, as before 2.13."""
        _, found, text = self.text.partition(" against ")
        return dict(json.loads(text)) if found else {}


def guard_trees(function: Callable[..., Any]) -> tuple[Artifact, ...]:
    """Return the guard tree of each cache entry of a function's code, in the order in which they are asked.

    The source lines that PyTorch appends are left out: they move when a file is edited.
    """
    texts = recording.guards_of(function)
    return tuple(
        Artifact("the guards", re.sub(r"\s+# .*$", "", text.strip(), flags=re.MULTILINE) + "\n") for text in texts
    )


def guards_in(tree: Artifact) -> tuple[Guard, ...]:
    """Return the guards of a printed tree in order. Raises ExcerptError where it holds none."""
    found = tuple(Guard(*match.groups()) for line in tree.lines if (match := _LEAF.match(line)))
    if not found:
        raise ExcerptError(f"{tree.name}: no guard in these {len(tree.lines)} lines")
    return found


def guards_apart(**trees: Artifact) -> Artifact:
    """Return, for each of several printed trees, the conditions that are not in all of them; its name is its heading.

    The check of a tensor is taken apart into its arguments. How many conditions are in all stands at the end. Raises
    ExcerptError where a tree holds no guard.
    """
    conditions = {name: [row for guard in guards_in(tree) for row in guard.conditions] for name, tree in trees.items()}
    common = set.intersection(*(set(rows) for rows in conditions.values()))
    text = ""
    for name, rows in conditions.items():
        text += f"{name.replace('_', ' ')}\n" + "".join(f"    {row}\n" for row in rows if row not in common)
    shared = [row for row in next(iter(conditions.values())) if row in common]
    return Artifact("the guards apart", text + f"in common\n    {len(shared)} conditions\n")


def answers_of(function: Callable[..., Any], **arguments: Any) -> list[str]:
    """Return what each cache entry of a function says against these arguments, in the order in which they are asked.

    An answer is empty where all guards hold. The global state is read as it is at the time of the call.
    """
    entries = torch._dynamo.eval_frame._debug_get_cache_entry_list(function.__code__)
    answers = [entry.guard_manager.check_verbose(arguments) for entry in entries]
    # PyTorch appends the source line that a guard stems from, which moves when a file is edited.
    return [
        "" if answer.result else "; ".join(re.sub(r"\s+# .*$", "", part).strip() for part in answer.verbose_code_parts)
        for answer in answers
    ]


def refusal(function: Callable[..., Any], **arguments: Any) -> str:
    """Return what the guards of a function's only cache entry say against these arguments; empty where all hold.

    Raises ExcerptError where there is not exactly one entry.
    """
    answers = answers_of(function, **arguments)
    if len(answers) != 1:
        raise ExcerptError(f"{function.__name__} has {len(answers)} cache entries, not one")
    return answers[0]
