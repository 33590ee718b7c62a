"""The evidence engine. A claim script needs no more than these names.

What `capture` offers imports torch, and what reads machine code imports a disassembler, so these are fetched when
first asked for: the command line, the gate and the site read this package too and must not pay for it.
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

from .collector import Collector
from .excerpt import Artifact, Cut, ExcerptError, Loop, Region, count_loads, count_stores, without_casts
from .interpreter import end_of, run_python
from .model import Control, Run, Swap
from .timing.declared import Path

if TYPE_CHECKING:
    from .caches import data_caches
    from .capture.arithmetic import shortcuts
    from .capture.backends import BackendRun, run_with_backend
    from .capture.backward import backward_of, counted, joint_graphs, saved_for_backward
    from .capture.candidates import candidates, candidates_artifact, selection
    from .capture.cells import CellsRun, run_cells
    from .capture.choices import product_choices
    from .capture.compilation import Compilation, Graph, Kernel, bytecode, compile_cpu, trace
    from .capture.copies import with_own_code
    from .capture.devices import waited_for
    from .capture.dispatch import depth, dispatched, profiled
    from .capture.exhaustive import bits, every_pattern, sweep_float32
    from .capture.frames import frame_evaluator
    from .capture.guards import answers_of, guard_trees, guards_apart, guards_in, refusal
    from .capture.handover import RegionCall, watch_regions
    from .capture.installed import installed_build, installed_source
    from .capture.ledger import PARTS
    from .capture.library import blas_calls, blas_of_build, library_calls
    from .capture.memory import allocations
    from .capture.native import FLOATING, Built, build_like, option_state, typed_options
    from .capture.new_processes import FirstCall, NewProcesses, first_call_of_fork
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
    from .capture.pretended import pretend
    from .capture.recording import guards_of, vector_isa
    from .capture.reuse import Steps, count_steps
    from .capture.series import Given, Series, call_in_series
    from .capture.settings import Setting, settings_asked
    from .capture.shared_cache import Visit, visit
    from .capture.team import TeamRun, run_with_threads
    from .capture.two_paths import compiled, eager, interface_bytes
    from .capture.variants import Variants, compile_variants
    from .capture.watched import watch_call
    from .columns import table
    from .cpp_flow import kinds, paths, readers, statements
    from .forks import end_of_fork
    from .isas import ISAS, in_each_isa
    from .isolation import run_scripts
    from .machine_code.disassembly import disassemble
    from .machine_code.float_instructions import (
        element_bits,
        float_adds,
        float_choices,
        float_maxima,
        lanes,
        loop_that_adds,
        register_class,
    )
    from .machine_code.listing import MACHINE_CODE
    from .machine_code.origins import maker, sources_made_by
    from .machine_code.overlap import overlap_checks, vector_loops
    from .notebook import notebook_cell
    from .object_file import (
        exported_names,
        imported_names,
        line_table,
        needed_libraries,
        object_kind,
        open_places,
        places_to_fill,
    )
    from .paging import faults_of, keep_pages, ordinary_pages, page_makers
    from .refusals import error_of, message_of
    from .schedule import nodes_in
    from .syntax import calls_in, defined_in, imported_in
    from .threads import openmp_runtimes, processor_times, running_threads, thread_masks
    from .timing.direct import time_batch, time_pairs, time_sweep
    from .timing.saving import Saving, saving_of, time_saving
    from .timing.straight_line import StraightLine, line_through
    from .triton_code import triton_kernels
    from .wrapper import wrapper_call

#: The module that each of the other names comes from.
_LATER = {
    "BackendRun": "capture.backends",
    "Built": "capture.native",
    "CellsRun": "capture.cells",
    "Compilation": "capture.compilation",
    "FLOATING": "capture.native",
    "FirstCall": "capture.new_processes",
    "Given": "capture.series",
    "Graph": "capture.compilation",
    "ISAS": "isas",
    "Kernel": "capture.compilation",
    "MACHINE_CODE": "machine_code.listing",
    "NewProcesses": "capture.new_processes",
    "PARTS": "capture.ledger",
    "RegionCall": "capture.handover",
    "Saving": "timing.saving",
    "Series": "capture.series",
    "Setting": "capture.settings",
    "Steps": "capture.reuse",
    "StraightLine": "timing.straight_line",
    "TeamRun": "capture.team",
    "Variants": "capture.variants",
    "Visit": "capture.shared_cache",
    "allocations": "capture.memory",
    "answers_of": "capture.guards",
    "backward_of": "capture.backward",
    "bits": "capture.exhaustive",
    "blas_calls": "capture.library",
    "blas_of_build": "capture.library",
    "build_like": "capture.native",
    "bytecode": "capture.compilation",
    "call_in_series": "capture.series",
    "calls_in": "syntax",
    "candidates": "capture.candidates",
    "candidates_artifact": "capture.candidates",
    "compile_cpu": "capture.compilation",
    "compile_variants": "capture.variants",
    "compiled": "capture.two_paths",
    "count_steps": "capture.reuse",
    "counted": "capture.backward",
    "data_caches": "caches",
    "defined_in": "syntax",
    "depth": "capture.dispatch",
    "disassemble": "machine_code.disassembly",
    "dispatch_path": "capture.operators",
    "dispatch_table_of": "capture.operators",
    "dispatched": "capture.dispatch",
    "eager": "capture.two_paths",
    "element_bits": "machine_code.float_instructions",
    "end_of_fork": "forks",
    "error_of": "refusals",
    "every_pattern": "capture.exhaustive",
    "exported_names": "object_file",
    "faults_of": "paging",
    "first_call_of_fork": "capture.new_processes",
    "float_adds": "machine_code.float_instructions",
    "float_choices": "machine_code.float_instructions",
    "float_maxima": "machine_code.float_instructions",
    "frame_evaluator": "capture.frames",
    "guard_trees": "capture.guards",
    "guards_apart": "capture.guards",
    "guards_in": "capture.guards",
    "guards_of": "capture.recording",
    "imported_in": "syntax",
    "imported_names": "object_file",
    "in_each_isa": "isas",
    "installed_build": "capture.installed",
    "installed_source": "capture.installed",
    "interface_bytes": "capture.two_paths",
    "joint_graphs": "capture.backward",
    "keep_pages": "paging",
    "kinds": "cpp_flow",
    "lanes": "machine_code.float_instructions",
    "library_calls": "capture.library",
    "line_table": "object_file",
    "line_through": "timing.straight_line",
    "loop_that_adds": "machine_code.float_instructions",
    "lowering_of": "capture.operators",
    "lowerings_used": "capture.operators",
    "maker": "machine_code.origins",
    "message_of": "refusals",
    "needed_libraries": "object_file",
    "nodes_in": "schedule",
    "notebook_cell": "notebook",
    "object_kind": "object_file",
    "open_places": "object_file",
    "openmp_runtimes": "threads",
    "option_state": "capture.native",
    "ordinary_pages": "paging",
    "overlap_checks": "machine_code.overlap",
    "overloads_of": "capture.operators",
    "page_makers": "paging",
    "paths": "cpp_flow",
    "phases": "capture.phases",
    "places_to_fill": "object_file",
    "pretend": "capture.pretended",
    "processor_times": "threads",
    "product_choices": "capture.choices",
    "profiled": "capture.dispatch",
    "readers": "cpp_flow",
    "refusal": "capture.guards",
    "register_class": "machine_code.float_instructions",
    "registrations_of": "capture.operators",
    "run_cells": "capture.cells",
    "run_scripts": "isolation",
    "run_with_backend": "capture.backends",
    "run_with_threads": "capture.team",
    "running_threads": "threads",
    "saved_for_backward": "capture.backward",
    "saving_of": "timing.saving",
    "selection": "capture.candidates",
    "settings_asked": "capture.settings",
    "shortcuts": "capture.arithmetic",
    "sources_made_by": "machine_code.origins",
    "statements": "cpp_flow",
    "sweep_float32": "capture.exhaustive",
    "table": "columns",
    "table_artifact": "capture.operators",
    "thread_masks": "threads",
    "time_batch": "timing.direct",
    "time_pairs": "timing.direct",
    "time_saving": "timing.saving",
    "time_sweep": "timing.direct",
    "trace": "capture.compilation",
    "triton_kernels": "triton_code",
    "typed_options": "capture.native",
    "vector_isa": "capture.recording",
    "vector_loops": "machine_code.overlap",
    "visit": "capture.shared_cache",
    "waited_for": "capture.devices",
    "watch_call": "capture.watched",
    "watch_regions": "capture.handover",
    "with_own_code": "capture.copies",
    "wrapper_call": "wrapper",
}

__all__ = [
    "FLOATING",
    "ISAS",
    "MACHINE_CODE",
    "PARTS",
    "Artifact",
    "BackendRun",
    "Built",
    "CellsRun",
    "Collector",
    "Compilation",
    "Control",
    "Cut",
    "ExcerptError",
    "FirstCall",
    "Given",
    "Graph",
    "Kernel",
    "Loop",
    "NewProcesses",
    "Path",
    "Region",
    "RegionCall",
    "Run",
    "Saving",
    "Series",
    "Setting",
    "Steps",
    "StraightLine",
    "Swap",
    "TeamRun",
    "Variants",
    "Visit",
    "allocations",
    "answers_of",
    "backward_of",
    "bits",
    "blas_calls",
    "blas_of_build",
    "build_like",
    "bytecode",
    "call_in_series",
    "calls_in",
    "candidates",
    "candidates_artifact",
    "compile_cpu",
    "compile_variants",
    "compiled",
    "count_loads",
    "count_steps",
    "count_stores",
    "counted",
    "data_caches",
    "defined_in",
    "depth",
    "disassemble",
    "dispatch_path",
    "dispatch_table_of",
    "dispatched",
    "eager",
    "element_bits",
    "end_of",
    "end_of_fork",
    "error_of",
    "every_pattern",
    "exported_names",
    "faults_of",
    "first_call_of_fork",
    "float_adds",
    "float_choices",
    "float_maxima",
    "frame_evaluator",
    "guard_trees",
    "guards_apart",
    "guards_in",
    "guards_of",
    "imported_in",
    "imported_names",
    "in_each_isa",
    "installed_build",
    "installed_source",
    "interface_bytes",
    "joint_graphs",
    "keep_pages",
    "kinds",
    "lanes",
    "library_calls",
    "line_table",
    "line_through",
    "loop_that_adds",
    "lowering_of",
    "lowerings_used",
    "maker",
    "message_of",
    "needed_libraries",
    "nodes_in",
    "notebook_cell",
    "object_kind",
    "open_places",
    "openmp_runtimes",
    "option_state",
    "ordinary_pages",
    "overlap_checks",
    "overloads_of",
    "page_makers",
    "paths",
    "phases",
    "places_to_fill",
    "pretend",
    "processor_times",
    "product_choices",
    "profiled",
    "readers",
    "refusal",
    "register_class",
    "registrations_of",
    "run_cells",
    "run_python",
    "run_scripts",
    "run_with_backend",
    "run_with_threads",
    "running_threads",
    "saved_for_backward",
    "saving_of",
    "selection",
    "settings_asked",
    "shortcuts",
    "sources_made_by",
    "statements",
    "sweep_float32",
    "table",
    "table_artifact",
    "thread_masks",
    "time_batch",
    "time_pairs",
    "time_saving",
    "time_sweep",
    "trace",
    "triton_kernels",
    "typed_options",
    "vector_isa",
    "vector_loops",
    "visit",
    "waited_for",
    "watch_call",
    "watch_regions",
    "with_own_code",
    "without_casts",
    "wrapper_call",
]


def __getattr__(name: str) -> Any:
    if name in _LATER:
        return getattr(importlib.import_module(f".{_LATER[name]}", __name__), name)
    raise AttributeError(name)
