"""The backward wrapper takes the input, the saved product and one number, the gradient that arrives at the loss.

It insists on their sizes and strides and returns one gradient. That number is an input and no constant: run backward
from three times the loss, and the gradient is three times as large.
"""

import torch

from claims.engine import Collector, Control, backward_of, compile_cpu, wrapper_call
from claims.subjects import loss, loss_recomputed, square

EXPECTED = {"primals_1": ((64, 64), (64, 1)), "mm": ((64, 64), (64, 1)), "tangents_1": ((), ())}


def collect(evidence: Collector, subject=loss, tangent=3.0) -> None:
    x = square(64).requires_grad_()
    forward = compile_cpu(subject, x)
    backward = backward_of(forward, x)
    call = wrapper_call(backward.wrapper)
    evidence.check("takes the input, the product and the tangent", call.takes == tuple(EXPECTED), call.takes)
    evidence.check("insists on sizes and strides", call.asserts == EXPECTED, call.asserts)
    evidence.check("returns one gradient", len(call.returns) == 1, call.returns)
    (gradient,) = backward.output
    evidence.check("of the input's size and strides", gradient.shape == x.shape and gradient.stride() == x.stride())
    again = forward.compiled(x)
    (scaled,) = torch.autograd.grad(again, x, torch.tensor(tangent))
    evidence.check(
        "three times the tangent, three times the gradient", torch.allclose(scaled, 3.0 * gradient, atol=1e-5)
    )
    evidence.value("taken", len(call.takes), "tensors")
    evidence.value("returned", len(call.returns), "gradient")
    shown = ("primals_1, ", "buf0 = ", "buf1 = ", "buf2 = ", "cpp_fused", "extern_kernels.", "return")
    evidence.excerpt("call.py", backward.wrapper.function("call").keep(*shown))


CONTROLS = [
    Control("nothing may be kept", fails="takes the input, the product and the tangent", subject=loss_recomputed),
    Control("a tangent of two", fails="three times the tangent, three times the gradient", tangent=2.0),
]
