"""For each element of the result, the product multiplies and adds along a whole row, and the rest does two operations.

Counted with PyTorch's own operation counter and in the body of the generated loop.
"""

import re

from torch.utils.flop_counter import FlopCounterMode

from claims.engine import Collector, Control, compile_cpu
from claims.subjects import line, matrix

ARITHMETIC = re.compile(r"tmp\d+ [-+*/] tmp\d+|clamp_min\(|std::max\(")


def collect(evidence: Collector, columns=64) -> None:
    x = matrix(64, columns)
    with FlopCounterMode(display=False) as counter:
        elements = line(x).numel()
    each, rest = divmod(counter.get_total_flops(), 2 * elements)
    (loop,) = compile_cpu(line, x).kernel.loops
    tail = len(ARITHMETIC.findall(loop.text))
    evidence.check("as many multiply-adds as a row has elements", (each, rest) == (x.shape[1], 0), each)
    evidence.check("two operations in the loop", tail == 2, tail)
    evidence.value("product", each, "multiply-adds")
    evidence.value("tail", tail, "operations")


CONTROLS = [Control("rows half as long", fails="product", columns=32)]
