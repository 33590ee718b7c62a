"""The backward writes its gradient over the saved product, and refuses to run where the saved tensors are to be kept.

The refusal names a setting. With that off and nothing in the cache, the product survives, and the backward allocates
one buffer more.
"""

import torch._functorch.config

from claims.engine import Artifact, Collector, Control, backward_of, compile_cpu, wrapper_call
from claims.subjects import line, loss, square


def collect(evidence: Collector, donated=True) -> None:
    x = square(64).requires_grad_()
    forward, saved, _, backward = _round(x, donated)
    at_product = 2.0 * line(x).detach() / x.numel()
    evidence.check("the product has become the gradient there", torch.allclose(saved, at_product, atol=1e-5))
    evidence.check("the loop needs no new buffer", "buf0 = mm" in backward.wrapper.function("call"))
    evidence.check("the input is as it was", torch.equal(x.detach(), square(64)))
    said = _refusal(forward, x)
    evidence.check("a backward that keeps is refused", "non-empty donated buffers" in said, said)
    evidence.excerpt("refusal.txt", Artifact("the refusal", said.replace(". ", ".\n").replace(", or", ",\nor") + "\n"))
    _, saved, product, kept = _round(x, False)
    evidence.check("with the setting off the product survives", torch.equal(saved, product))
    buffers = [b.wrapper.function("call").count("empty_strided_cpu(") for b in (backward, kept)]
    evidence.value("overwriting", buffers[0], "buffers")
    evidence.value("keeping", buffers[1], "buffers")
    evidence.check("one argument more for the loop", len(wrapper_call(kept.wrapper).steps[0].arguments) == 3)


def _round(x, donated):
    """Run the loss forward and backward once; return both programs, the saved product, and a copy from in between."""
    with torch._functorch.config.patch(donated_buffer=donated):
        forward = compile_cpu(loss, x, options={"force_disable_caches": True})
        saved = next(t for t in forward.output.grad_fn.saved_tensors if t.data_ptr() != x.data_ptr())
        copy = saved.clone()
        return forward, saved, copy, backward_of(forward, x)


def _refusal(forward, x) -> str:
    try:
        torch.autograd.grad(forward.compiled(x), x, retain_graph=True)
    except RuntimeError as error:
        return str(error)
    return "not refused"


CONTROLS = [
    Control(
        "the setting off from the start",
        fails="the product has become the gradient there",
        donated=False,
    ),
]
