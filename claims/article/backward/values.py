"""Loss and gradient are finite and agree with eager, element by element.

The sum of the gradient is recorded too, and it is a weak witness: the transposed gradient has the same sum.
"""

import torch

from claims.engine import Collector, Control, backward_of, compile_cpu
from claims.subjects import loss, loss_without_relu, square

#: Rounding depends on the library, on the width of the vectors and on the instructions that the compiler picks.
ROUNDED = ("arch", "compiler", "cpu", "isa", "os", "tuning")


def collect(evidence: Collector, subject=loss, turned=False) -> None:
    x = square(64).requires_grad_()
    forward = compile_cpu(subject, x)
    seen, (gradient,) = forward.output.detach(), backward_of(forward, x).output
    gradient = gradient.T if turned else gradient
    expected = loss(x)
    (reference,) = torch.autograd.grad(expected, x)
    evidence.check("the losses agree", torch.allclose(seen, expected.detach(), rtol=1e-5))
    finite = int(gradient.isfinite().sum())
    evidence.check("every element of the gradient is finite", finite == gradient.numel(), finite)
    apart = float((gradient - reference).abs().max() / reference.abs().max())
    evidence.check(
        "every element of the gradient agrees", apart < 1e-5, f"at most {apart:.0e} of the largest element apart"
    )
    sums = float(gradient.double().sum()), float(reference.double().sum())
    evidence.check("the sums agree", abs(sums[0] - sums[1]) < 1e-4 * float(reference.abs().sum()))
    turned_sum, far = float(reference.T.double().sum()), float((reference.T - reference).abs().max())
    same_sum = abs(turned_sum - sums[1]) < 1e-4 * float(reference.abs().sum())
    evidence.check("the transposed gradient has that sum and other elements", same_sum and far > 0.1, far)
    evidence.value("loss", round(float(seen), 3), depends=("arch", "cpu", "isa"))
    evidence.value("sum", round(sums[0], 3), depends=("arch", "cpu", "isa"))
    evidence.value("elements", gradient.numel(), "elements")
    evidence.value("differing", int((gradient != reference).sum()), "elements", depends=ROUNDED)


CONTROLS = [
    Control("the relu left out", fails="the losses agree", subject=loss_without_relu),
    Control("the gradient transposed", fails="every element of the gradient agrees", turned=True),
]
