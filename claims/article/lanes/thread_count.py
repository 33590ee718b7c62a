"""What `torch.get_num_threads()` says and what the pragma asks for are two facts, and they can differ.

A setting of the code generator changes the pragma alone. Too little work leaves the pragma out whatever the setting
is, and where the clause is left out, the number is the runtime's business at each call.
"""

import os
import re
from unittest import mock

import torch

from claims.engine import Artifact, Collector, Control, compile_cpu, run_python, running_threads
from claims.subjects import square, tail

ASK = "import torch; print(torch.get_num_threads())"


def collect(evidence: Collector, generator=3) -> None:
    rows = []

    def row(set_to: int, processors: int, **options) -> tuple[int, str]:
        torch.set_num_threads(set_to)
        torch._dynamo.reset()
        with mock.patch("os.cpu_count", return_value=processors):
            c = compile_cpu(tail, square(64), options={"fx_graph_cache": False, **options})
        said = re.search(r"#pragma (omp parallel.*)", c.kernel.function.text)
        reported, pragma = torch.get_num_threads(), said[1] if said else "none"
        rows.append(f"{reported:<19}{pragma}\n")
        return reported, pragma

    first = row(1 if generator else 3, 8, **({"cpp.threads": generator} if generator else {}))
    ran = running_threads()
    evidence.check("the pragma asks for another number", first == (1, "omp parallel num_threads(3)"), first)
    evidence.check("as many threads as the pragma asks for", ran in (0, 3), ran)
    named, left_out, none = row(4, 8), row(4, 4), row(16, 32)
    evidence.check("the number set is in the pragma", named == (4, "omp parallel num_threads(4)"), named)
    evidence.check("the number set is left out", left_out == (4, "omp parallel"), left_out)
    evidence.check("sixteen threads and no pragma", none == (16, "none"), none)
    torch.set_num_threads(1)
    head = f"{'get_num_threads()':<19}the pragma\n"
    evidence.excerpt("threads.txt", Artifact("both facts", head + "".join(rows), "text"))
    asked = 2 * (os.cpu_count() or 1)
    evidence.measurement("asked", [asked], "threads")
    evidence.measurement("reported", [int(run_python(ASK, OMP_NUM_THREADS=str(asked)))], "threads")


CONTROLS = [
    Control("the number set through PyTorch instead", fails="the pragma asks for another number", generator=None)
]
