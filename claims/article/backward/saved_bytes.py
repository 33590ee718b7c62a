"""One matrix is kept for the backward beside the input, in eager and in the compiled program, and not the same one.

Compiled, it is the product, before the add. Eager keeps the result of the relu. The input is kept by reference and
costs nothing.
"""

import torch

from claims.engine import Collector, Control, compile_cpu, saved_for_backward
from claims.subjects import line, loss, loss_recomputed, square


def collect(evidence: Collector, subject=loss, size=64) -> None:
    x = square(size).requires_grad_()
    compiled = compile_cpu(subject, x).compiled
    for name, function in (("compiled", compiled), ("eager", loss)):
        saved = saved_for_backward(function, x)
        held = {t.untyped_storage().data_ptr(): t for t in saved}
        evidence.check(
            f"{name}: the input is kept as it is", held.pop(x.untyped_storage().data_ptr(), None) is not None
        )
        evidence.value(f"{name}-packed", len(saved), "tensors")
        evidence.value(name, sum(t.untyped_storage().nbytes() for t in held.values()), "bytes")
        evidence.check(f"{name}: one matrix besides", len(held) == 1, len(held))
        kept = next(iter(held.values()), torch.zeros(1))
        expected = {"compiled": x @ x.T, "eager": line(x)}[name].detach()
        same = kept.shape == expected.shape and torch.allclose(kept, expected, rtol=1e-4, atol=1e-4)
        evidence.check(f"{name}: it is the {'product' if name == 'compiled' else 'result of the relu'}", same)
    evidence.check("4 bytes an element", x.numel() * x.element_size() == 4 * size * size)
    evidence.value("each", x.element_size(), "bytes an element")


CONTROLS = [
    Control("nothing may be kept", fails="compiled: one matrix besides", subject=loss_recomputed),
    Control("a smaller input", fails="compiled", size=32),
]
