"""One library call makes the product, one call of a generated function does the rest, and nothing is copied on the way.

The transpose is the same memory under other strides, and the entry insists on the size and strides of the first input.
"""

import re

from claims.engine import Collector, Control, compile_cpu
from claims.subjects import line, matrix, relu_apart, transpose_copied

COPIES = ("clone", "copy_", "contiguous")
TRANSPOSE = re.compile(r"reinterpret_tensor\(arg0_1, \(64, 64\), \((\d+), (\d+)\), 0\)")


def collect(evidence: Collector, subject=line, columns=64) -> None:
    x = matrix(64, columns)
    calls = [wrapper.function("call") for wrapper in compile_cpu(subject, x).wrappers]
    text = "\n".join(call.text for call in calls)
    generated = [row.strip() for row in text.splitlines() if row.strip().startswith("cpp_fused")]
    evidence.check(
        "the entry asserts size and strides", "(arg0_1, (64, 64), (64, 1)" in text, _rows(text, "assert_size")
    )
    evidence.check(
        "the product is a library call", text.count("extern_kernels.mm(") == 1, _rows(text, "extern_kernels")
    )
    strides = [int(step) for found in TRANSPOSE.findall(text) for step in found]
    evidence.check("the transpose is other strides", strides == list(x.T.stride()) == [1, 64], strides)
    evidence.check("add and relu are one call", generated == ["cpp_fused_add_relu_0(buf1)"], ", ".join(generated))
    copies = [word for word in COPIES if word in text]
    evidence.check("nothing is copied", not copies, ", ".join(copies) or "no copy")
    evidence.value("generated", len(generated), "generated call")
    evidence.value("strides", strides, "elements")
    evidence.value("buffers", text.count("empty_strided_cpu("), "buffer")
    evidence.excerpt("call.py", calls[0].keep("arg0_1", "args.clear", "buf", must_not=COPIES))


def _rows(text: str, word: str) -> str:
    return "\n".join(row.strip() for row in text.splitlines() if word in row)


CONTROLS = [
    Control("the transpose written out to memory", fails="nothing is copied", subject=transpose_copied),
    Control("a matrix of another shape", fails="the entry asserts size and strides", columns=32),
    Control("a graph break between the add and the relu", fails="add and relu are one call", subject=relu_apart),
]
