"""`mode="max-autotune"` takes the assertion on size and strides out of the wrapper, by one of its three settings.

It is the one for CUDA graphs. With it, the assertion is left to partitions of the graph, and on the CPU there are none.
"""

import torch

from claims.engine import Artifact, Collector, Control, compile_cpu
from claims.subjects import line, square


def collect(evidence: Collector, partition=True) -> None:
    x = square(64)
    mode = dict(torch._inductor.list_mode_options("max-autotune"))
    evidence.value("settings", len(mode), "settings")
    held = {}
    for name, options in {"none of them": {}, **{n: {n: v} for n, v in mode.items()}, "all of them": mode}.items():
        torch._dynamo.reset()
        c = compile_cpu(line, x, options={"graph_partition": partition, **options})
        held[name] = "assert_size_stride(" in c.wrapper.function("call")
    evidence.check("present without the mode", held["none of them"])
    evidence.check("absent with the mode", not held["all of them"])
    dropping = [name for name in mode if not held[name]]
    evidence.check("one setting takes it out", dropping == ["triton.cudagraphs"], dropping)
    evidence.check("other strides are right all the same", torch.allclose(c.compiled(x.T), line(x.T), atol=1e-4))
    rows = "".join(f"{name:<28}{'present' if there else 'absent'}\n" for name, there in held.items())
    evidence.excerpt("assertion.txt", Artifact("the assertion by setting", rows))


CONTROLS = [
    Control("graph partition switched off", fails="absent with the mode", partition=False),
]
