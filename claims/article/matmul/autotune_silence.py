"""With max-autotune the line still calls `extern_kernels.mm`, nothing is measured, and no table of timings is printed.

One choice was offered, and the selection returns a single choice before it comes to measuring.
"""

import torch
from torch._inductor.select_algorithm import AlgorithmSelectorCache

from claims.engine import Collector, Control, installed_source, selection
from claims.subjects import line, square


def second_product(a: torch.Tensor, b: torch.Tensor, out: torch.Tensor) -> None:
    """Another implementation to choose from."""
    torch.mm(a, b, out=out)


def collect(evidence: Collector, others=()) -> None:
    seen = selection(line, square(64), options={"max_autotune": True, "external_matmul": [*others]})
    evidence.value("choices", len(seen.choices), "choice")
    evidence.value("measured", seen.benchmarks, "selections")
    evidence.check("one choice is offered", seen.choices == ("mm",), list(seen.choices))
    evidence.check("nothing is measured", seen.benchmarks == 0, seen.benchmarks)
    lines = [line.split("(")[0] for line in seen.said.splitlines() if line.startswith("AUTOTUNE")]
    evidence.check("no table is printed", not lines, lines or "nothing")
    method = seen.compilation.wrapper.function("call")
    evidence.check("the library is called all the same", method.count("extern_kernels.mm(") == 1)
    source = installed_source(AlgorithmSelectorCache.__call__)
    shown = ("len(choices) == 1:", "return node, choices[0]", "timings = self.do_autotuning(")
    evidence.excerpt("selection.py", source.keep(*shown))


CONTROLS = [
    Control("a second product handed in", fails="no table is printed", others=(second_product,)),
    Control("a second product to measure", fails="nothing is measured", others=(second_product,)),
]
