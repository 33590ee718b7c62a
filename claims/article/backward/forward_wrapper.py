"""Besides the loss, the forward wrapper returns the input and the product, which are what the backward will need.

The same loss compiled without gradients returns one tensor. The product is returned as the library wrote it: the
generated function reads it and writes a single number elsewhere.
"""

from claims.engine import Collector, Control, compile_cpu, wrapper_call
from claims.subjects import loss, loss_recomputed, square


def collect(evidence: Collector, subject=loss, wanted=True) -> None:
    x = square(64).requires_grad_(wanted)
    c = compile_cpu(subject, x)
    call = wrapper_call(c.wrapper)
    product, generated = call.steps
    evidence.check("three tensors are returned", len(call.returns) == 3, call.returns)
    evidence.check("one of them is the input", call.takes[0] in call.returns, call.returns)
    evidence.check("one of them is what the product wrote", product.out in call.returns, call.returns)
    evidence.check("the product is the library's", product.name == "mm" and not product.generated, product.name)
    types = dict(zip(generated.arguments, c.kernel.argument_types, strict=True))
    evidence.check("the generated function only reads the product", types[product.out] == "const float*", types)
    evidence.value("returned", len(call.returns), "tensors")
    evidence.value("extra", len(call.returns) - 1, "tensors")
    evidence.excerpt("call.py", c.wrapper.function("call").keep(f"{call.takes[0]}, ", "buf0", "buf1", "buf2"))


CONTROLS = [
    Control("an input that wants no gradient", fails="one of them is the input", wanted=False),
    Control("nothing may be kept", fails="one of them is what the product wrote", subject=loss_recomputed),
]
