"""Hooks into torch.compile that write down what each stage hands to the next, and the reset between two runs."""

from __future__ import annotations

import functools
import itertools
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from types import CodeType
from typing import Any
from unittest import mock

import torch
import torch._dynamo
import torch._functorch.aot_autograd
import torch._inductor.codecache
import torch._inductor.cpp_builder
import torch._inductor.debug
import torch._inductor.metrics
from torch._dynamo import convert_frame
from torch._inductor import cpu_vec_isa
from torch._inductor.compile_fx import compile_fx, compile_fx_inner
from torch._inductor.graph import GraphLowering
from torch._inductor.runtime.cache_dir_utils import cache_dir

from ..built_once import built_once

#: Where Dynamo writes into a graph why capture ended with it.
REASON = "compile_subgraph_reason"


@dataclass
class Recording:
    """What was seen while the hooks were in place, in order."""

    dynamo: list[torch.fx.GraphModule] = field(default_factory=list)
    """The graphs that Dynamo handed to the backend, copied before any pass touched them."""
    aten: list[torch.fx.GraphModule] = field(default_factory=list)
    """The graphs that AOTAutograd handed to Inductor; a backward graph stands after its forward."""
    wrappers: list[str] = field(default_factory=list)
    """Python wrappers that Inductor generated."""
    scheduler: list[tuple[str, str]] = field(default_factory=list)
    """Scheduler IR as text, before and after fusion."""
    commands: list[tuple[str, float]] = field(default_factory=list)
    """Command lines handed to the C++ compiler, with the seconds each took; a copy's are few."""
    rewritten: list[tuple[CodeType, CodeType]] = field(default_factory=list)
    """Code objects as Python compiled them, and as Dynamo replaced them."""


def reset() -> None:
    """Bring PyTorch's compiler to the state of a fresh interpreter that has compiled nothing."""
    torch._dynamo.reset()
    torch._dynamo.utils.counters.clear()
    torch._dynamo.utils.compilation_time_metrics.clear()
    torch._inductor.metrics.reset()
    torch._inductor.codecache.CppCodeCache.cache.clear()
    torch._inductor.codecache.PyCodeCache.cache_clear()
    # The warm compile took number 0; a wrapper's first line carries the number.
    torch._functorch.aot_autograd.AOT_COUNTER = itertools.count()
    # So did the names of Dynamo's compiled functions.
    torch._dynamo.bytecode_transformation._unique_id_counter = itertools.count()


@contextmanager
def record(*, once: bool = False) -> Iterator[Recording]:
    """Write down every compilation that happens inside the block.

    With `once`, a kernel that another process of the run has built is copied: for what is not timed.
    """
    seen = Recording()
    build = torch._inductor.cpp_builder._run_compile_cmd
    run = functools.partial(built_once, build) if once else build
    pre, post = torch._inductor.debug.log_ir_pre_fusion, torch._inductor.debug.log_ir_post_fusion

    def timed(command: str, cwd: str) -> None:
        start = time.perf_counter()
        run(command, cwd)
        seen.commands.append((command, time.perf_counter() - start))

    def before(nodes: Any) -> None:
        seen.scheduler.append((_ir(nodes), ""))
        pre(nodes)

    def after(nodes: Any) -> None:
        seen.scheduler[-1] = (seen.scheduler[-1][0], _ir(nodes))
        post(nodes)

    def note_rewrite(code: CodeType, new_code: CodeType) -> None:
        seen.rewritten.append((code, new_code))

    hook = convert_frame.register_bytecode_hook(note_rewrite)
    try:
        with (
            mock.patch.object(GraphLowering, "save_output_code", staticmethod(seen.wrappers.append)),
            mock.patch.object(torch._inductor.cpp_builder, "_run_compile_cmd", timed),
            mock.patch.object(torch._inductor.debug, "log_ir_pre_fusion", before),
            mock.patch.object(torch._inductor.debug, "log_ir_post_fusion", after),
        ):
            yield seen
    finally:
        hook.remove()


def backend(seen: Recording, options: dict[str, Any]) -> Callable[..., Any]:
    """Return Inductor as a Dynamo backend that writes the graphs down on their way through."""

    def inner(graph: torch.fx.GraphModule, inputs: Any, **arguments: Any) -> Any:
        seen.aten.append(_copy(graph))
        return compile_fx_inner(graph, inputs, **arguments)

    def inductor(graph: torch.fx.GraphModule, inputs: Any, **arguments: Any) -> Any:
        seen.dynamo.append(_copy(graph))
        return compile_fx(graph, inputs, inner_compile=inner, config_patches=options or None)

    return inductor


def no_backend(seen: Recording) -> Callable[..., Any]:
    """Return a Dynamo backend that writes the graphs down and leaves them to eager."""

    def eager(graph: torch.fx.GraphModule, inputs: Any) -> Any:
        seen.dynamo.append(graph)
        return graph.forward

    return eager


def guards_of(function: Callable[..., Any]) -> list[str]:
    """Return the guard tree of each cache entry of a function's code, as PyTorch prints it."""
    entries = torch._dynamo.eval_frame._debug_get_cache_entry_list(function.__code__)
    return [str(entry.guard_manager) for entry in entries]


def break_reasons() -> list[str]:
    """Return the reasons of the graph breaks that Dynamo counted since the last reset, one per break."""
    counted = torch._dynamo.utils.counters["graph_break"]
    return [reason for reason, times in counted.items() for _ in range(times)]


def vector_isa() -> str:
    """Return Inductor's name for the vector ISA that it generates for; ``INVALID_VEC_ISA`` stands for scalar code."""
    return str(cpu_vec_isa.pick_vec_isa())


def compiler_seconds() -> float:
    """Return the seconds that the C++ compiler took in this process since the last reset, by PyTorch's own timer."""
    return float(sum(torch._dynamo.utils.compilation_time_metrics.get("compile_file", [])))


def start_from_seed() -> None:
    """Bring the random generator and the thread count to the reference state."""
    torch.manual_seed(0)
    torch.set_num_threads(1)


def cache_folder() -> Path:
    """Return the folder that Inductor keeps its files in, for this process."""
    return Path(cache_dir())


def _copy(graph: torch.fx.GraphModule) -> torch.fx.GraphModule:
    nodes = torch.fx.Graph()
    nodes.output(nodes.graph_copy(graph.graph, {}))
    # With the graphs that it carries, which a module made of an empty graph would not have.
    copied = torch.fx.GraphModule(graph, nodes)
    setattr(copied, REASON, getattr(graph, REASON, None))
    return copied


def _ir(nodes: Any) -> str:
    return "\n".join(node.debug_str() for node in nodes)
