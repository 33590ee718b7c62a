"""The generated function writes over the product, and the memory that the product was made in is what the caller gets.

The wrapper gives the product a second name and deletes the first. Run past its guards with every call watched, it
allocates once, and both the library and the generated function write there.
"""

from claims.engine import Collector, Control, compile_cpu, watch_call
from claims.subjects import keep_product, line, square


def collect(evidence: Collector, subject=line, **options) -> None:
    x = square(64)
    c = compile_cpu(subject, x, options=options)
    text = c.wrapper.function("call")
    evidence.check("a second name, then the first deleted", "buf1 = buf0; del buf0  # reuse" in text)
    call = watch_call(c.wrapper, x)
    written = call.writes("memory 1")
    evidence.check(
        "library and generated function write there", written == ["extern_kernels.mm", "cpp_fused_add_relu_0"], written
    )
    evidence.check("that memory is returned", call.returned == ("memory 1",), call.returned)
    evidence.check("the result is right", call.output[-1].allclose(line(x), rtol=1e-4, atol=1e-4))
    evidence.value("written", len(written), "writes")
    kept = "buf0 = ", "extern_kernels.mm", "buf1", "cpp_fused"
    evidence.excerpt("call.py", text.keep(*kept, frame=False))


CONTROLS = [
    Control("the product returned as well", fails="a second name, then the first deleted", subject=keep_product),
    Control("Inductor told to reuse no buffer", fails="that memory is returned", inplace_buffers=False),
]
