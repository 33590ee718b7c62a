"""Nothing in the generated code decides which processors its threads run on; the system's affinity masks do.

The kernel's text and the wrapper's have no word for it, its shared object takes no such function from another library,
and after a call with two threads every thread may still run wherever the process may.
"""

import os
import re

from claims.engine import Collector, Control, Run, compile_cpu, imported_names, thread_masks
from claims.subjects import square, tail

WORDS = re.compile(r"affinity|proc_bind|omp_places|set_?cpu|numa", re.IGNORECASE)


def collect(evidence: Collector, plant="") -> None:
    before = _allowed()
    c = compile_cpu(tail, square(64), options={"cpp.threads": 2})
    evidence.check("a parallel loop was generated", "#pragma omp for" in c.kernel.function)
    found = WORDS.findall(c.kernel.source.text + c.wrapper.text)
    evidence.check("no word for it in the generated text", not found, found)
    named = [name for name in [*imported_names(c.kernel.shared_object), plant] if WORDS.search(name)]
    evidence.check("no function for it taken from a library", not named, named)
    runtime = [name for name in imported_names(c.kernel.shared_object) if name.startswith(("GOMP_", "__kmpc_"))]
    evidence.check("the OpenMP runtime starts the threads", bool(runtime), runtime)
    masks = thread_masks()
    told = not before or (len(masks) > 1 and all(mask == before for mask in masks))
    evidence.check("every thread may run where the process may", told, _words(masks, before))
    evidence.value("pragma", _pragma(c.kernel.function.text))


def _allowed() -> list[int]:
    """Return the processors that this process may run on; empty where the system tells none."""
    return sorted(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else []


def _words(masks, before) -> str:
    return f"{sum(mask == before for mask in masks)} of {len(masks)} threads" if before else "the system tells none"


def _pragma(text: str) -> str:
    """Return the pragma that asks for the threads."""
    return re.search(r"#pragma (omp parallel.*)", text)[1]


CONTROLS = [
    Control(
        "threads bound to processors by the runtime's own variables",
        fails="every thread may run where the process may",
        environment={"OMP_PROC_BIND": "true", "OMP_PLACES": "cores"},
    ),
    Control(
        "a call to set an affinity planted among the imports",
        fails="no function for it taken from a library",
        plant="pthread_setaffinity_np",
    ),
]
RUN = Run(seconds=240)
