"""The captured code is kept under guards on the tensor, its size and strides, the names looked up and the global state.

The list is the whole of it for the line's first entry, as PyTorch prints it. One of the guards holds everything that is
asked of x; device type and autograd stand in its dispatch keys.
"""

import json

from claims.engine import Artifact, Collector, Control, compile_cpu, guards_in
from claims.subjects import line, line_in_methods, square

GROUPS = {
    "tensor": ("TENSOR_MATCH",),
    "marks": ("DIMENSION_DYNAMIC_MARKING_GUARD", "NO_HASATTR"),
    "names": ("ID_MATCH",),
    "state": ("GLOBAL_STATE", "TORCH_FUNCTION_MODE_STACK", "DEFAULT_DEVICE", "LAMBDA_GUARD"),
}


def collect(evidence: Collector, subject=line, dynamic=None) -> None:
    c = compile_cpu(subject, square(64), dynamic=dynamic)
    evidence.check("one entry", len(c.guards) == 1, len(c.guards))
    guards = guards_in(c.guards[0])
    evidence.value("guards", len(guards), "guards")
    for group, kinds in GROUPS.items():
        evidence.value(group, sum(guard.kind in kinds for guard in guards), "guards")
    known = {kind for kinds in GROUPS.values() for kind in kinds}
    evidence.check("every guard is in a group", all(guard.kind in known for guard in guards), [g.kind for g in guards])
    tensor = next(guard for guard in guards if guard.kind == "TENSOR_MATCH")
    facts = tensor.facts
    evidence.check("exact size", facts["size"] == "[64, 64]", facts["size"])
    evidence.check("exact strides", facts["stride"] == "[64, 1]", facts["stride"])
    evidence.check("element type", "torch.float32" in tensor.text, tensor.text)
    evidence.check("device type and autograd", "DispatchKeySet(CPU," in tensor.text and "AutogradCPU" in tensor.text)
    state = next(guard for guard in guards if guard.kind == "GLOBAL_STATE").state
    evidence.value("settings", len(state), "settings")
    evidence.excerpt("guards.txt", c.guards[0].all.keep("_MATCH:", "MODE_STACK", "DEFAULT_DEVICE", frame=False))
    evidence.excerpt("tensor.txt", Artifact("the guard on x", "".join(f"{part}\n" for part in tensor.parts)))
    rows = "".join(f"{name:<40}{json.dumps(setting)}\n" for name, setting in state.items())
    flat = [f"{name} " for name, setting in state.items() if not isinstance(setting, dict)]
    if evidence.check("the global state is spelt out", bool(state)):
        evidence.excerpt("state.txt", Artifact("the guard on the global state", rows).all.keep(*flat, frame=False))


CONTROLS = [
    Control("compiled for any size", fails="exact size", dynamic=True),
    Control("relu called as a method, so no name is looked up", fails="names", subject=line_in_methods),
]
