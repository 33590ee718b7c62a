"""The product is called from the same wrapper as the loop, and it writes into a buffer that the wrapper supplies.

The loop then works in that buffer, and that buffer is what the caller gets. Nothing in between returns to the function
that was compiled.
"""

from claims.engine import Collector, Control, compile_cpu, library_calls
from claims.subjects import line, relu_apart, square


def collect(evidence: Collector, subject=line, options=None) -> None:
    x = square(64)
    c = compile_cpu(subject, x, options=options)
    result = []
    (call,) = library_calls(lambda: result.append(c.compiled(x)))
    evidence.check("one wrapper", len(c.wrappers) == 1, len(c.wrappers))
    methods = [wrapper.function("call") for wrapper in c.wrappers]
    text = "\n".join(method.text for method in methods)
    order = [text.find(word) for word in ("= empty_strided_cpu(", "extern_kernels.mm(", "cpp_fused_", "return (")]
    evidence.check("a buffer, the product, the loop, the result", -1 not in order and order == sorted(order), order)
    supplied = call.out is not None
    evidence.check("the wrapper supplies the buffer", supplied and ", out=buf" in text, supplied)
    kept = supplied and call.out.data_ptr() == result[0].data_ptr()
    evidence.check("the caller gets that buffer", kept, "the same" if kept else "another")
    evidence.value("wrappers", len(c.wrappers), "wrapper")
    evidence.value("kernels", len(c.kernels), "generated function")
    evidence.excerpt("call.py", methods[0].keep("empty_strided", "extern_kernels", "buf1", frame=False))


CONTROLS = [
    Control("a graph break before the relu", fails="one wrapper", subject=relu_apart),
    Control(
        "a loop that may not work in place", fails="the caller gets that buffer", options={"inplace_buffers": False}
    ),
]
