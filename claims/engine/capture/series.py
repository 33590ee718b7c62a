"""Calls of one compiled function in a row: which of them were captured anew, and the reason that PyTorch gives."""

from __future__ import annotations

import itertools
import re
from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass
from typing import Any

import torch
from torch._dynamo.utils import clear_compilation_metrics, get_compilation_metrics

from ..columns import table
from ..decisions import ANEW, PYTHON, USED_AGAIN
from ..excerpt import Artifact
from ..model import Figure
from . import recording


@dataclass(frozen=True)
class Given:
    """One call to make: what to call it in a table, its arguments, and the setting that it is made under."""

    words: str
    arguments: tuple[Any, ...]
    under: Callable[[], AbstractContextManager[Any]] = nullcontext


@dataclass(frozen=True)
class SeenCall:
    """What one call of a series led to."""

    words: str
    captures: int
    """Graphs captured by this call and all before it."""
    entries: int
    """Cache entries that the function's code has after it."""
    reasons: tuple[str, ...]
    """Why it was compiled anew, entry by entry, in PyTorch's words without source lines; empty where it was not."""
    right: bool
    """Whether the result is eager's, within the tolerances of ``torch.testing.assert_close``."""
    ran: tuple[int, ...] = ()
    """Numbers of the graphs that computed it, in order and counted from one; empty where Python did all."""

    @property
    def computed_by(self) -> str:
        """``graph 2``, ``graphs 1, 2`` or ``Python``."""
        numbers = ", ".join(str(number) for number in self.ran)
        return f"graph{'s' * (len(self.ran) > 1)} {numbers}" if self.ran else "Python"


@dataclass(frozen=True)
class Series:
    """The calls of a series, and the graphs that they left behind."""

    calls: tuple[SeenCall, ...]
    graphs: tuple[torch.fx.GraphModule, ...]
    wrappers: tuple[Artifact, ...]
    """Empty where nothing was generated."""

    @property
    def captures(self) -> list[int]:
        """Graphs captured up to each call."""
        return [call.captures for call in self.calls]

    @property
    def entries(self) -> list[int]:
        """Cache entries after each call."""
        return [call.entries for call in self.calls]

    @property
    def right(self) -> bool:
        """Whether every call gave eager's result."""
        return all(call.right for call in self.calls)

    def led_to(self, number: int) -> tuple[str, str]:
        """Return what came of one call, counted from zero, and the first reason for a new graph: ``evidence.after``."""
        call = self.calls[number]
        before = self.calls[number - 1].captures if number % len(self.calls) else 0
        fate = ANEW if call.captures > before else USED_AGAIN if call.ran else PYTHON
        return fate, call.reasons[0] if call.reasons else ""

    @property
    def artifact(self) -> Artifact:
        """A row for each call: what was given, graphs so far, what computed it, and why a new graph was made."""
        rows: list[tuple[Figure, ...]] = [("call", "graphs", "", "computed by", "PyTorch's reason")]
        rows += [(c.words, c.captures, "", c.computed_by, c.reasons[0] if c.reasons else "") for c in self.calls]
        wide, by = (max(len(str(row[column])) for row in rows) + 2 for column in (0, 3))
        return table("calls", f"<{wide} >6 <2 <{by} <", rows)


def call_in_series(
    subject: Callable[..., Any], calls: Sequence[Given], *, dynamic: bool | None = None, build: bool = False
) -> Series:
    """Compile `subject` and make the calls one after the other. Without `build`, eager computes the captured graphs.

    `dynamic` is torch.compile's. Guards, captures and cache entries are Dynamo's in either case; with `build` Inductor
    generates code for each graph. Raises whatever a call raises.
    """
    seen_calls = []
    ran: list[int] = []
    with recording.record(once=True) as seen:
        backend = recording.backend(seen, {}) if build else recording.no_backend(seen)
        compiled = torch.compile(subject, backend=_noting(backend, ran), dynamic=dynamic)
        for given in calls:
            clear_compilation_metrics()
            ran.clear()
            with given.under():
                output, expected = compiled(*given.arguments), subject(*given.arguments)
            reasons = [_plain(m.recompile_reason) for m in get_compilation_metrics() if m.recompile_reason]
            entries = len(torch._dynamo.eval_frame._debug_get_cache_entry_list(subject.__code__))
            seen_calls.append(
                SeenCall(given.words, len(seen.dynamo), entries, tuple(reasons), _close(output, expected), tuple(ran))
            )
    return Series(
        tuple(seen_calls), tuple(seen.dynamo), tuple(Artifact("the wrapper", text, "python") for text in seen.wrappers)
    )


def _noting(backend: Callable[..., Any], ran: list[int]) -> Callable[..., Any]:
    """Return the backend with each of its programs noting its number when it runs."""
    numbers = itertools.count(1)

    def noting(graph: torch.fx.GraphModule, inputs: Any) -> Any:
        number, program = next(numbers), backend(graph, inputs)

        def run(*arguments: Any) -> Any:
            ran.append(number)
            return program(*arguments)

        return run

    return noting


def _plain(reason: str) -> str:
    """Return a reason without the entry's number, the source line and the user's stack, which move with a file."""
    first = reason.splitlines()[0]
    return re.sub(r"\s+# .*$", "", re.sub(r"^\d+/\d+: ", "", first)).strip()


def _close(output: Any, expected: Any) -> bool:
    try:
        torch.testing.assert_close(output, expected)
    except AssertionError:
        return False
    return True
