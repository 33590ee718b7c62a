"""Dynamo takes a Python frame over before CPython runs it, through the hook of PEP 523, and unhooks itself afterwards.

`torch._dynamo` says so in its own documentation. The other excerpt is what this process did: at each moment it asked
CPython for the function that evaluates frames now, and the system for the library that the function lies in.
"""

import torch

from claims.engine import Artifact, Collector, Control, frame_evaluator
from claims.subjects import line, square

BEFORE, WRAPPED, CAPTURE, GRAPH, AFTER = (
    "before torch.compile",
    "torch.compile has returned",
    "Dynamo hands its graph over",
    "the captured graph runs",
    "the call has returned",
)


def collect(evidence: Collector, compiled=True) -> None:
    seen = {BEFORE: frame_evaluator()}

    def backend(graph, inputs):
        seen[CAPTURE] = frame_evaluator()

        def run(*arguments):
            seen[GRAPH] = frame_evaluator()
            return graph.forward(*arguments)

        return run

    function = torch.compile(line, backend=backend) if compiled else line
    seen[WRAPPED] = frame_evaluator()
    function(square(64))
    seen[AFTER] = frame_evaluator()

    moments = [moment for moment in (BEFORE, WRAPPED, CAPTURE, GRAPH, AFTER) if moment in seen]
    captured, ran = seen.get(CAPTURE, "no capture"), seen.get(GRAPH, "no graph ran")
    evidence.check("hooked while Dynamo captures", captured == "libtorch_python", captured)
    evidence.check("not hooked before and after", {seen[BEFORE], seen[WRAPPED], seen[AFTER]} == {"CPython"}, seen)
    evidence.check("not hooked while the graph runs", ran == "CPython", ran)
    text = "".join(f"{moment:<29}{seen[moment]}\n" for moment in moments)
    evidence.excerpt("evaluator.txt", Artifact("who evaluates frames", text))
    documentation = Artifact("the docstring of torch._dynamo", f"{torch._dynamo.__doc__.strip()}\n")
    evidence.check("PEP 523 in the docstring of torch._dynamo", "PEP 523" in documentation)
    evidence.excerpt(
        "documentation.txt", documentation.all.keep("PEP 523", "right before", "bytecode analysis", frame=False)
    )


CONTROLS = [
    Control("the line called without torch.compile", fails="hooked while Dynamo captures", compiled=False),
]
