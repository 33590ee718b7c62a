"""In the wrapper for any size one name stands for both sizes and for the stride: that they are equal is a guard.

A matrix that is not square does not pass the guards, and so the wrapper needs one integer beside the tensor.
"""

import re

from claims.engine import Collector, Control, compile_cpu, refusal
from claims.subjects import line, matrix, square


def collect(evidence: Collector, dynamic=True, rows=64) -> None:
    c = compile_cpu(line, matrix(rows, 64), dynamic=dynamic)
    (asserted,) = re.findall(r"assert_size_stride\(\w+, \((\w+), (\w+)\), \((\w+), (\w+)\)", c.wrapper.text)[:1]
    evidence.check("one name three times", len({*asserted[:3]}) == 1 and asserted[0].startswith("s"), asserted)
    evidence.value("times", asserted.count(asserted[0]), "places")
    said = refusal(line, x=matrix(64, 96))
    evidence.check("a matrix that is not square is refused", "x.size()[1] == x.size()[0]" in _short(said), said)
    evidence.check("a wider square is not", not refusal(line, x=square(96)))
    evidence.excerpt(
        "call.py", c.wrapper.all.keep(f"{asserted[0]} = ", "assert_size_stride(", "empty_strided", "cpp_fused_add")
    )


def _short(said: str) -> str:
    return said.replace("L['x']", "x")


CONTROLS = [
    Control("compiled for one size", fails="one name three times", dynamic=False),
    Control("captured with a matrix that is not square", fails="one name three times", rows=96),
]
