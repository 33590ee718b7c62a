"""At 1,024 rows and columns, the product does 2,048 operations for each element of its result, the tail does two.

Counted with PyTorch's own operation counter and in the body of the generated loop. Divided by the bytes that cross the
interfaces, the product does hundreds of operations for each byte and the tail a fraction of one.
"""

import re

from torch.utils.flop_counter import FlopCounterMode

from claims.engine import Collector, Control, compile_cpu, count_loads, count_stores, dispatched
from claims.subjects import line, square

ARITHMETIC = re.compile(r"tmp\d+ [-+*/] tmp\d+|clamp_min\(|std::max\(")
FLOAT32 = 4


def collect(evidence: Collector, n=1024) -> None:
    x = square(n)
    with FlopCounterMode(display=False) as counter:
        elements = line(x).numel()
    done = counter.get_total_flops()
    evidence.check("two operations for each term of each sum", done == 2 * n**3, done)
    (loop,) = compile_cpu(line, x).kernel.loops
    tail = len(ARITHMETIC.findall(loop.text)) * elements
    moved = (count_loads(loop) + count_stores(loop)) * loop.step * loop.iterations * FLOAT32
    (product,) = [call for call in dispatched(line, x) if call.name == "aten.mm.default"]
    evidence.value("product", done, "operations")
    evidence.value("tail", tail, "operations")
    evidence.value("each", done // elements, "operations an element")
    evidence.value(
        "product-each-byte", round(done / (product.bytes_read + product.bytes_written), 1), "operations a byte"
    )
    evidence.value("tail-each-byte", tail / moved, "operations a byte")


CONTROLS = [Control("half as many rows and columns", fails="product", n=512)]
