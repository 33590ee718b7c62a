"""The evidence engine. A claim script needs no more than these names.

What `capture` offers imports torch, so it is fetched when first asked for: the command line, the gate and the site
read this package too and must not pay for it.
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

from .collector import Collector
from .dataflow import maker, registers
from .excerpt import Artifact, Cut, ExcerptError, Loop, Region, count_loads, count_stores
from .flow import Statement, kinds, paths, readers, statements
from .interpreter import run_python
from .model import Control, Run
from .schedule import Node, User, nodes_in

if TYPE_CHECKING:
    from .capture.candidates import candidates, candidates_artifact, selection
    from .capture.choices import product_choices
    from .capture.arithmetic import shortcuts
from .wrapper_call import WrapperCall, wrapper_call

if TYPE_CHECKING:
    from .capture.backward import backward_of, counted, joint_graphs, saved_for_backward
    from .capture.compilation import Compilation, Graph, Kernel, bytecode, compile_cpu, trace
    from .capture.dispatch import depth, dispatched, profiled
    from .capture.exhaustive import Sweep, bits, every_pattern, sweep_float32
    from .capture.frames import frame_evaluator
    from .capture.guards import guards_in, refusal
    from .capture.installed import installed_build, installed_source
    from .capture.library import blas_calls, blas_of_build, library_calls
    from .capture.operators import (
        dispatch_path,
        dispatch_table_of,
        lowering_of,
        lowerings_used,
        overloads_of,
        registrations_of,
        table_artifact,
    )
    from .capture.memory import Allocations, allocations
    from .capture.phases import phases
    from .capture.native import FLOATING, Built, build_like, option_state, typed_options
    from .capture.recording import guards_of, vector_isa
    from .capture.watched import WatchedCall, load_wrapper, watch_call
    from .registers import element_bits, float_adds, float_maxima, lanes, loop_that_adds, register_class
    from .sections import imported_names, line_table, sections
    from .threads import running_threads, thread_masks

_CAPTURED = {
    "Allocations": "capture.memory",
    "backward_of": "capture.backward",
    "counted": "capture.backward",
    "joint_graphs": "capture.backward",
    "saved_for_backward": "capture.backward",
    from .listing import MACHINE_CODE, disassemble
    from .pointers import overlap_checks, vector_loops

_CAPTURED = {
    "MACHINE_CODE": "listing",
    "Compilation": "capture.compilation",
    "Graph": "capture.compilation",
    "Kernel": "capture.compilation",
    "blas_calls": "capture.library",
    "blas_of_build": "capture.library",
    "bytecode": "capture.compilation",
    "candidates": "capture.candidates",
    "candidates_artifact": "capture.candidates",
    "compile_cpu": "capture.compilation",
    "depth": "capture.dispatch",
    "dispatch_path": "capture.operators",
    "dispatch_table_of": "capture.operators",
    "disassemble": "listing",
    "dispatched": "capture.dispatch",
    "frame_evaluator": "capture.frames",
    "guards_in": "capture.guards",
    "guards_of": "capture.recording",
    "installed_build": "capture.installed",
    "installed_source": "capture.installed",
    "library_calls": "capture.library",
    "lowering_of": "capture.operators",
    "lowerings_used": "capture.operators",
    "overloads_of": "capture.operators",
    "overlap_checks": "pointers",
    "profiled": "capture.dispatch",
    "refusal": "capture.guards",
    "registrations_of": "capture.operators",
    "selection": "capture.candidates",
    "table_artifact": "capture.operators",
    "trace": "capture.compilation",
    "allocations": "capture.memory",
    "load_wrapper": "capture.watched",
    "phases": "capture.phases",
    "product_choices": "capture.choices",
    "watch_call": "capture.watched",
    "WatchedCall": "capture.watched",
    "element_bits": "registers",
    "float_adds": "registers",
    "float_maxima": "registers",
    "imported_names": "sections",
    "lanes": "registers",
    "line_table": "sections",
    "loop_that_adds": "registers",
    "register_class": "registers",
    "running_threads": "threads",
    "sections": "sections",
    "thread_masks": "threads",
    "vector_isa": "capture.recording",
    "Built": "capture.native",
    "FLOATING": "capture.native",
    "Sweep": "capture.exhaustive",
    "bits": "capture.exhaustive",
    "build_like": "capture.native",
    "every_pattern": "capture.exhaustive",
    "option_state": "capture.native",
    "shortcuts": "capture.arithmetic",
    "sweep_float32": "capture.exhaustive",
    "typed_options": "capture.native",
}

__all__ = [
    "Allocations",
    "FLOATING",
    "vector_loops": "pointers",
}

__all__ = [
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
    "Node",
    "Region",
    "Run",
    "blas_calls",
    "blas_of_build",
    "User",
    "WatchedCall",
    "allocations",
    "Statement",
    "Sweep",
    "bits",
    "build_like",
    "WrapperCall",
    "backward_of",
    "bytecode",
    "candidates",
    "candidates_artifact",
    "compile_cpu",
    "count_loads",
    "count_stores",
    "counted",
    "depth",
    "dispatch_path",
    "dispatch_table_of",
    "disassemble",
    "dispatched",
    "element_bits",
    "float_adds",
    "float_maxima",
    "every_pattern",
    "frame_evaluator",
    "guards_in",
    "guards_of",
    "imported_names",
    "installed_build",
    "installed_source",
    "library_calls",
    "lowering_of",
    "lowerings_used",
    "overloads_of",
    "load_wrapper",
    "nodes_in",
    "phases",
    "product_choices",
    "kinds",
    "lanes",
    "line_table",
    "loop_that_adds",
    "paths",
    "maker",
    "option_state",
    "joint_graphs",
    "overlap_checks",
    "profiled",
    "readers",
    "refusal",
    "registrations_of",
    "run_python",
    "selection",
    "table_artifact",
    "register_class",
    "run_python",
    "running_threads",
    "sections",
    "statements",
    "thread_masks",
    "registers",
    "run_python",
    "shortcuts",
    "sweep_float32",
    "saved_for_backward",
    "trace",
    "typed_options",
    "vector_isa",
    "watch_call",
    "wrapper_call",
    "vector_loops",
]


def __getattr__(name: str) -> Any:
    if name in _CAPTURED:
        return getattr(importlib.import_module(f".{_CAPTURED[name]}", __name__), name)
    raise AttributeError(name)
