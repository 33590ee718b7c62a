"""The first call goes through Dynamo, AOTAutograd, Inductor's lowering, scheduler and code generation, then C++.

The order and the nesting are from PyTorch's own log of compilation phases; the ones that name a layer are kept.
"""

from claims.engine import Artifact, Collector, Control, compile_cpu, phases
from claims.subjects import line, relu_apart, square

LAYERS = {
    "dynamo": "Dynamo takes the frame",
    "bytecode_tracing": "Dynamo traces its bytecode",
    "backend_compile": "Dynamo hands a graph over",
    "create_aot_dispatcher_function": "AOTAutograd",
    "inductor_compile": "Inductor",
    "GraphLowering.run": "lowering",
    "Scheduler.__init__": "scheduler",
    "Scheduler.fused_nodes": "fusion pass of the scheduler",
    "Scheduler.codegen": "C++ is generated",
    "PythonWrapperCodegen.generate": "the wrapper is generated",
    "PyCodeCache.load_by_key_path": "the wrapper is loaded",
    "compile_file": "the C++ compiler",
    "build_guards": "Dynamo builds the guards",
}


def collect(evidence: Collector, subject=line, before=False) -> None:
    x = square(64)
    if before:
        c = compile_cpu(subject, x)
        seen = phases(lambda: c.compiled(x))
    else:
        seen = phases(lambda: compile_cpu(subject, x))
    kept, loading = [], False
    for around, name in seen:
        loading = loading or name == "PyCodeCache.load_by_key_path"
        # A cold process also compiles trial programs and a header; the kernel comes while the wrapper is loaded.
        if name in LAYERS and (name != "compile_file" or loading) and (around, name) not in kept[-1:]:
            kept.append((around, name))
    evidence.check("each layer once, in order", [name for _, name in kept] == list(LAYERS), [n for _, n in kept])
    at = {name: around for around, name in kept}
    inside = ("dynamo", "backend_compile", "create_aot_dispatcher_function", "inductor_compile", "Scheduler.__init__")
    nested = [at.get(name, -1) for name in inside]
    evidence.check("each inside the one before", nested == sorted(set(nested)), nested)
    evidence.value("layers", len(kept), "phases")
    depths = sorted(set(at.values()))
    rows = "".join(f"{'  ' * depths.index(around) + name:<46}{LAYERS[name]}\n" for around, name in kept)
    evidence.excerpt("phases.txt", Artifact("the phases", rows or "none\n"))


CONTROLS = [
    Control("a graph break between the add and the relu", fails="each layer once, in order", subject=relu_apart),
    Control("a call that finds the compiled code", fails="each layer once, in order", before=True),
]
