"""The evidence engine. A claim script needs no more than these names.

What `capture` offers imports torch, and what reads machine code imports a disassembler, so these are fetched when
first asked for: the command line, the gate and the site read this package too and must not pay for it.
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

from .collector import Collector
from .excerpt import Artifact, Cut, ExcerptError, Loop, Region, count_loads, count_stores
from .interpreter import run_python
from .model import Control, Run, Swap
from .timing.declared import Path

if TYPE_CHECKING:
    from .capture.arithmetic import shortcuts
    from .capture.backward import backward_of, counted, joint_graphs, saved_for_backward
    from .capture.candidates import candidates, candidates_artifact, selection
    from .capture.choices import product_choices
    from .capture.compilation import Compilation, Graph, Kernel, bytecode, compile_cpu, trace
    from .capture.dispatch import depth, dispatched, profiled
    from .capture.exhaustive import bits, every_pattern, sweep_float32
    from .capture.frames import frame_evaluator
    from .capture.guards import guards_in, refusal
    from .capture.installed import installed_build, installed_source
    from .capture.library import blas_calls, blas_of_build, library_calls
    from .capture.memory import allocations
    from .capture.native import FLOATING, Built, build_like, option_state, typed_options
    from .capture.operators import (
        dispatch_path,
        dispatch_table_of,
        lowering_of,
        lowerings_used,
        overloads_of,
        registrations_of,
        table_artifact,
    )
    from .capture.phases import phases
    from .capture.recording import guards_of, vector_isa
    from .capture.two_paths import compiled, eager
    from .capture.watched import watch_call
    from .dataflow import maker, registers_in
    from .flow import kinds, paths, readers, statements
    from .listing import MACHINE_CODE, disassemble
    from .object_file import imported_names, line_table
    from .pointers import overlap_checks, vector_loops
    from .registers import element_bits, float_adds, float_maxima, lanes, loop_that_adds, register_class
    from .schedule import nodes_in
    from .threads import running_threads, thread_masks
    from .timing.direct import time_batch, time_pairs
    from .wrapper import wrapper_call

#: The module that each of the other names comes from.
_LATER = {
    "Built": "capture.native",
    "Compilation": "capture.compilation",
    "FLOATING": "capture.native",
    "Graph": "capture.compilation",
    "Kernel": "capture.compilation",
    "MACHINE_CODE": "listing",
    "allocations": "capture.memory",
    "backward_of": "capture.backward",
    "bits": "capture.exhaustive",
    "blas_calls": "capture.library",
    "blas_of_build": "capture.library",
    "build_like": "capture.native",
    "bytecode": "capture.compilation",
    "candidates": "capture.candidates",
    "candidates_artifact": "capture.candidates",
    "compile_cpu": "capture.compilation",
    "compiled": "capture.two_paths",
    "counted": "capture.backward",
    "depth": "capture.dispatch",
    "disassemble": "listing",
    "dispatch_path": "capture.operators",
    "dispatch_table_of": "capture.operators",
    "dispatched": "capture.dispatch",
    "eager": "capture.two_paths",
    "element_bits": "registers",
    "every_pattern": "capture.exhaustive",
    "float_adds": "registers",
    "float_maxima": "registers",
    "frame_evaluator": "capture.frames",
    "guards_in": "capture.guards",
    "guards_of": "capture.recording",
    "imported_names": "object_file",
    "installed_build": "capture.installed",
    "installed_source": "capture.installed",
    "joint_graphs": "capture.backward",
    "kinds": "flow",
    "lanes": "registers",
    "library_calls": "capture.library",
    "line_table": "object_file",
    "loop_that_adds": "registers",
    "lowering_of": "capture.operators",
    "lowerings_used": "capture.operators",
    "maker": "dataflow",
    "nodes_in": "schedule",
    "option_state": "capture.native",
    "overlap_checks": "pointers",
    "overloads_of": "capture.operators",
    "paths": "flow",
    "phases": "capture.phases",
    "product_choices": "capture.choices",
    "profiled": "capture.dispatch",
    "readers": "flow",
    "refusal": "capture.guards",
    "register_class": "registers",
    "registers_in": "dataflow",
    "registrations_of": "capture.operators",
    "running_threads": "threads",
    "saved_for_backward": "capture.backward",
    "selection": "capture.candidates",
    "shortcuts": "capture.arithmetic",
    "statements": "flow",
    "sweep_float32": "capture.exhaustive",
    "table_artifact": "capture.operators",
    "thread_masks": "threads",
    "time_batch": "timing.direct",
    "time_pairs": "timing.direct",
    "trace": "capture.compilation",
    "typed_options": "capture.native",
    "vector_isa": "capture.recording",
    "vector_loops": "pointers",
    "watch_call": "capture.watched",
    "wrapper_call": "wrapper",
}

__all__ = [
    "FLOATING",
    "MACHINE_CODE",
    "Artifact",
    "Built",
    "Collector",
    "Compilation",
    "Control",
    "Cut",
    "ExcerptError",
    "Graph",
    "Kernel",
    "Loop",
    "Path",
    "Region",
    "Run",
    "Swap",
    "allocations",
    "backward_of",
    "bits",
    "blas_calls",
    "blas_of_build",
    "build_like",
    "bytecode",
    "candidates",
    "candidates_artifact",
    "compile_cpu",
    "compiled",
    "count_loads",
    "count_stores",
    "counted",
    "depth",
    "disassemble",
    "dispatch_path",
    "dispatch_table_of",
    "dispatched",
    "eager",
    "element_bits",
    "every_pattern",
    "float_adds",
    "float_maxima",
    "frame_evaluator",
    "guards_in",
    "guards_of",
    "imported_names",
    "installed_build",
    "installed_source",
    "joint_graphs",
    "kinds",
    "lanes",
    "library_calls",
    "line_table",
    "loop_that_adds",
    "lowering_of",
    "lowerings_used",
    "maker",
    "nodes_in",
    "option_state",
    "overlap_checks",
    "overloads_of",
    "paths",
    "phases",
    "product_choices",
    "profiled",
    "readers",
    "refusal",
    "register_class",
    "registers_in",
    "registrations_of",
    "run_python",
    "running_threads",
    "saved_for_backward",
    "selection",
    "shortcuts",
    "statements",
    "sweep_float32",
    "table_artifact",
    "thread_masks",
    "time_batch",
    "time_pairs",
    "trace",
    "typed_options",
    "vector_isa",
    "vector_loops",
    "watch_call",
    "wrapper_call",
]


def __getattr__(name: str) -> Any:
    if name in _LATER:
        return getattr(importlib.import_module(f".{_LATER[name]}", __name__), name)
    raise AttributeError(name)
