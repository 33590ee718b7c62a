"""The library receives the transpose as other strides over the memory of `x`: no copy is made for it.

The wrapper passes the view, and at the moment of the call the second operand starts at the address of the first.
"""

from claims.engine import Collector, Control, compile_cpu, library_calls
from claims.subjects import line, square, transpose_copied

COPIES = ("clone", "copy_", "contiguous")


def collect(evidence: Collector, subject=line) -> None:
    x = square(64)
    c = compile_cpu(subject, x)
    (call,) = library_calls(c.compiled, x)
    first, second = call.operands
    evidence.check("the first operand is the memory of x", first.data_ptr() == x.data_ptr())
    evidence.check("the second operand is the memory of x", second.data_ptr() == x.data_ptr())
    evidence.check("under exchanged strides", second.stride() == x.stride()[::-1], list(second.stride()))
    allocated = c.wrapper.count("= empty_strided_cpu(")
    evidence.check("no memory but the product's is allocated", allocated == 1, allocated)
    evidence.value("first", list(first.stride()), "elements")
    evidence.value("second", list(second.stride()), "elements")
    method = c.wrapper.function("call")
    evidence.excerpt("call.py", method.keep("empty_strided_cpu", "extern_kernels.mm", must_not=COPIES, frame=False))


CONTROLS = [
    Control("the transpose written out", fails="the second operand is the memory of x", subject=transpose_copied),
]
