"""With four threads the loop is shared out by two OpenMP pragmas; with one thread, or too little work, there are none.

How many threads the pragma asks for is written into the code unless it equals the number of processors. The thread
counts and the number of processors are set here; the machine's own do not matter.
"""

from unittest import mock

import torch

from claims.engine import Artifact, Collector, Control, compile_cpu
from claims.subjects import square, tail

#: Threads, processors, and the pragmas that must come of them.
CASES = {
    "one": (1, 8, []),
    "four of eight": (4, 8, ["omp parallel num_threads(4)", "omp for"]),
    "four of four": (4, 4, ["omp parallel", "omp for"]),
    "sixteen of thirty-two": (16, 32, []),
}


def collect(evidence: Collector, threads=None, chunk=512) -> None:
    rows = []
    uncached = {"fx_graph_cache": False, "cpp.min_chunk_size": chunk}
    for name, (count, processors, expected) in CASES.items():
        loop, seen = _pragmas(threads or count, processors, **uncached)
        evidence.check(name, seen == expected, seen)
        rows.append(f"{threads or count:<9}{processors:<12}{', '.join(seen) or 'none'}\n")
        if name == "four of eight":
            shown = ["omp ", *[line.strip() for line in loop.lines if line.lstrip().startswith("for(")]]
            if seen:
                evidence.excerpt("parallel.cpp", loop.keep(*shown))
    head = f"{'threads':<9}{'processors':<12}pragmas\n"
    evidence.excerpt("pragmas.txt", Artifact("the pragmas", head + "".join(rows), "text"))
    cached = [_pragmas(threads or 4, processors, fx_graph_cache=True)[1] for processors in (8, 4)]
    evidence.check("the graph cache does not ask for the processors", cached[0] and cached[0] == cached[1], cached)
    evidence.value("chunk", torch._inductor.config.cpp.min_chunk_size, "elements")


def _pragmas(threads, processors, **options):
    """Return the kernel's function, and the OpenMP pragmas in it, as generated on such a machine."""
    torch.set_num_threads(threads)
    torch._dynamo.reset()
    with mock.patch("os.cpu_count", return_value=processors):
        function = compile_cpu(tail, square(64), options=options).kernel.function
    torch.set_num_threads(1)
    lines = [line.strip().removeprefix("#pragma ") for line in function.lines]
    return function, [line for line in lines if line.startswith("omp ")]


CONTROLS = [
    Control("one thread throughout", fails="four of eight", threads=1),
    Control("less work per thread allowed", fails="sixteen of thirty-two", chunk=1),
]
