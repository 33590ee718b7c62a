"""Once the caller gets the product too, the generated function leaves it alone and writes to memory of its own.

What reuse would have done is tried: handed the product's memory as its target, the same function gives a right second
result and a first one that is no longer the product.
"""

from claims.engine import Collector, Control, compile_cpu, watch_call
from claims.subjects import keep_product, line, square


def over_the_product(function, source, *_) -> None:
    function(source, source)


def collect(evidence: Collector, subject=keep_product, instead=None) -> None:
    x = square(64)
    c = compile_cpu(subject, x)
    call = watch_call(c.wrapper, x, instead=instead)
    evidence.check("two buffers are returned", call.returned == ("memory 1", "memory 2"), call.returned)
    evidence.check(
        "the generated function takes both",
        call.steps[-1].operands == ("memory 1", "memory 2"),
        call.steps[-1].operands,
    )
    if len(call.output) == 2:
        evidence.check("the first is the product", call.output[0].allclose(x @ x.T, rtol=1e-4, atol=1e-4))
    evidence.check("it writes the second alone", call.steps[-1].wrote == ("memory 2",), call.steps[-1].wrote)
    evidence.value("returned", len(call.returned), "buffers")
    if subject is keep_product:
        reused = watch_call(c.wrapper, x, instead=over_the_product).output[0]
        evidence.check("in place, the first would be wrong", not reused.allclose(x @ x.T, rtol=1e-4, atol=1e-4))
        evidence.check("in place, it would be the second", reused.equal(c.output[1]))
    evidence.excerpt("steps.txt", call.artifact)
    kept = "buf0 = ", "extern_kernels.mm", "buf1", "cpp_fused"
    evidence.excerpt("call.py", c.wrapper.function("call").keep(*kept, frame=False))


CONTROLS = [
    Control("the product not returned", fails="two buffers are returned", subject=line),
    Control("written over the product after all", fails="the first is the product", instead=over_the_product),
]
