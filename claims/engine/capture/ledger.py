"""Where the time of a compilation goes: every moment of it is booked on one part, by what is open at that moment.

Three kinds of things open and close: the events of PyTorch's own timers (`dynamo_timed`), the first import of a module,
and the other programs that Python starts and waits for. They nest, and a moment belongs to the innermost one that
`PARTS` knows. What no part covers is not booked, so the parts may come to less than the whole.
"""

from __future__ import annotations

import contextlib
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any
from unittest import mock

IMPORTS, ISA, HEADER, KERNEL, KEY = (
    "importing modules",
    "trying out vector instructions",
    "precompiling a header",
    "building the kernel",
    "hashing PyTorch's source",
)
DYNAMO, AOT, INDUCTOR, LOADING = "Dynamo", "AOTAutograd", "Inductor", "looking up and loading"
#: The parts, in about the order in which a first call goes through them.
PARTS = (IMPORTS, DYNAMO, KEY, AOT, INDUCTOR, ISA, LOADING, HEADER, KERNEL)
#: The part of an event of PyTorch's timers, by the beginning of its name.
EVENTS = {
    "dynamo": DYNAMO,
    "entire_frame_compile": DYNAMO,
    "compile_attempt": DYNAMO,
    "bytecode_tracing": DYNAMO,
    "build_guards": DYNAMO,
    "backend_compile": AOT,
    "create_aot_dispatcher_function": AOT,
    "aot_collect_metadata": AOT,
    "inductor_codecache_torch_key": KEY,
    "AOTAutogradCache": LOADING,
    "FxGraphCache": LOADING,
    "fx_graph_cache": LOADING,
    "PyCodeCache": LOADING,
    "_recursive": INDUCTOR,
    "compile_fx": INDUCTOR,
    "inductor_compile": INDUCTOR,
    "fx_codegen_and_compile": INDUCTOR,
    "GraphLowering": INDUCTOR,
    "Scheduler": INDUCTOR,
    "code_gen": INDUCTOR,
}


@dataclass
class Ledger:
    """Seconds by part, and what of each part was seen."""

    seconds: dict[str, float] = field(default_factory=lambda: dict.fromkeys(PARTS, 0.0))
    seen: dict[str, list[str]] = field(default_factory=dict)
    """By part, the events and the programs that opened it, in order."""
    programs: float = 0.0
    """Seconds in which this process waited for another program."""
    compiling: float = 0.0
    """Seconds inside the event that PyTorch opens around the compilation of one function."""
    _open: list[tuple[str, str]] = field(default_factory=list)
    _since: float = field(default_factory=time.perf_counter)

    def begin(self, kind: str, name: str, part: str = "") -> None:
        """Open something; without a part it is booked on what it lies in."""
        self._book()
        self._open.append((kind, part))
        if part and name not in self.seen.setdefault(part, []):
            self.seen[part].append(name)

    def end(self) -> None:
        """Close what was opened last."""
        self._book()
        if self._open:
            self._open.pop()

    def _book(self) -> None:
        now = time.perf_counter()
        passed, self._since = now - self._since, now
        part = next((part for _, part in reversed(self._open) if part), "")
        if part:
            self.seconds[part] += passed
        kinds = [kind for kind, _ in self._open]
        self.programs += passed if "program" in kinds else 0.0
        self.compiling += passed if "entire_frame_compile" in kinds else 0.0


def part_of_program(words: list[str]) -> tuple[str, str]:
    """Return which part a program belongs to and what it does there; two empty texts where that is not known."""
    text = " ".join(words)
    if "c++-header" in words or text.endswith((".gch", ".pch")):
        return HEADER, "compiler"
    if "header.i" in text:
        return HEADER, "preprocessor" if "-E" in words else "hash"
    if ".main.cpp" in text or ".main.so" in text:
        return KERNEL, "compiler"
    if "LoadLibrary" in text:
        return ISA, "Python"
    if any(word.endswith(".cpp") for word in words):
        return ISA, "compiler"
    return "", ""


@contextlib.contextmanager
def keep_ledger() -> Iterator[Ledger]:
    """Book the time of the block. What it imports, starts and compiles is watched until its end, in this thread.

    PyTorch's compiler may not have been imported yet: its timers are watched from the moment that it is.
    """
    ledger = Ledger()
    with mock.patch.object(sys.modules["_frozen_importlib"], "_find_and_load", _importing(ledger)):
        import torch._dynamo.utils

        with (
            mock.patch.object(subprocess.Popen, "__init__", _starting(ledger)),
            mock.patch.object(subprocess.Popen, "__exit__", _ending(ledger)),
            _timers(ledger, torch._dynamo.utils.ChromiumEventLogger),
        ):
            yield ledger
    ledger.end()


def _importing(ledger: Ledger) -> Callable[[str, Any], Any]:
    """Return Python's own function for a module that is not there yet, watched where it is not called by itself."""
    load, inside = sys.modules["_frozen_importlib"]._find_and_load, [False]

    def watched(name: str, import_: Any) -> Any:
        if inside[0]:
            return load(name, import_)
        inside[0] = True
        ledger.begin("import", "modules", IMPORTS)
        try:
            return load(name, import_)
        finally:
            ledger.end()
            inside[0] = False

    return watched


def _starting(ledger: Ledger) -> Callable[..., None]:
    start = subprocess.Popen.__init__

    def watched(self: Any, args: Any, *rest: Any, **named: Any) -> None:
        part, does = part_of_program([args] if isinstance(args, str) else [str(word) for word in args])
        ledger.begin("program", does, part)
        start(self, args, *rest, **named)

    return watched


def _ending(ledger: Ledger) -> Callable[..., None]:
    leave = subprocess.Popen.__exit__

    def watched(self: Any, *error: Any) -> None:
        leave(self, *error)
        ledger.end()

    return watched


@contextlib.contextmanager
def _timers(ledger: Ledger, logger: Any) -> Iterator[None]:
    start, end = logger.log_event_start, logger.log_event_end

    def started(self: Any, event_name: str, *arguments: Any, **named: Any) -> None:
        part = next((part for head, part in EVENTS.items() if event_name.startswith(head)), "")
        ledger.begin(event_name, event_name.split(".")[0].removesuffix("_0"), part)
        start(self, event_name, *arguments, **named)

    def ended(self: Any, event_name: str, *arguments: Any, **named: Any) -> None:
        end(self, event_name, *arguments, **named)
        ledger.end()

    with mock.patch.object(logger, "log_event_start", started), mock.patch.object(logger, "log_event_end", ended):
        yield
