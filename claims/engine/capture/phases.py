"""The phases of a compilation, as PyTorch's own event log names and nests them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any
from unittest import mock

from torch._dynamo.utils import ChromiumEventLogger


def phases(run: Callable[[], Any]) -> list[tuple[int, str]]:
    """Call `run` and return the phases that began meanwhile, in order, each with the number of phases around it.

    The names are PyTorch's; phases that only a cold process goes through are among them.
    """
    begun: list[tuple[int, str]] = []
    open_phases: list[str] = []
    start, end = ChromiumEventLogger.log_event_start, ChromiumEventLogger.log_event_end

    def note_start(self: ChromiumEventLogger, event_name: str, *arguments: Any, **named: Any) -> None:
        begun.append((len(open_phases), event_name))
        open_phases.append(event_name)
        start(self, event_name, *arguments, **named)

    def note_end(self: ChromiumEventLogger, event_name: str, *arguments: Any, **named: Any) -> None:
        if event_name in open_phases:
            del open_phases[len(open_phases) - 1 - open_phases[::-1].index(event_name) :]
        end(self, event_name, *arguments, **named)

    with (
        mock.patch.object(ChromiumEventLogger, "log_event_start", note_start),
        mock.patch.object(ChromiumEventLogger, "log_event_end", note_end),
    ):
        run()
    return begun
