"""The gradient is G·X + Gᵀ·X, where G is the gradient at the product: one library call makes each term.

For the loss of this chapter G is symmetric, so the two terms are equal and no check could tell them apart. A weight on
every element makes them differ, and the sum of both still agrees with the compiled gradient.
"""

import torch

from claims.engine import Collector, Control, backward_of, compile_cpu, wrapper_call
from claims.subjects import line, loss, loss_weighted, square


def collect(evidence: Collector, terms=(1.0, 1.0), weight=None) -> None:
    x = square(64).requires_grad_()
    w = torch.rand(64, 64, generator=torch.Generator().manual_seed(1)) if weight is None else weight
    backward = backward_of(compile_cpu(loss_weighted, x, w), x)
    (seen,) = (gradient.double() for gradient in backward.output)
    exact = x.detach().double()
    at_product = _at_product(exact, w.double())
    one, other = at_product @ exact, at_product.T @ exact
    off = _apart(seen, terms[0] * one + terms[1] * other)
    evidence.check("both terms together agree", off < 1e-5, f"at most {off:.0e} of the largest element apart")
    off = _apart(seen, 2.0 * one)
    evidence.check("twice the first does not", off > 1e-2, f"at most {off:.0e} of the largest element apart")
    plain = _at_product(exact, torch.ones(64, 64).double())
    evidence.check("without weights G is symmetric", torch.allclose(plain, plain.T))
    along = torch.randn(64, 64, generator=torch.Generator().manual_seed(2)).double()
    slope = _slope(exact, w.double(), along)
    evidence.check("agrees with a difference quotient", abs(slope - (seen * along).sum()) < 1e-4 * abs(slope))
    _, first, second = wrapper_call(backward_of(compile_cpu(loss, x), x).wrapper).steps
    at, operand = first.arguments
    evidence.check("one call makes G·X", (first.name, operand) == ("mm", "primals_1"), first.arguments)
    expected = (first.out, f"reinterpret_tensor({at}, (64, 64), (1, 64), 0)", "primals_1")
    evidence.check("the next adds Gᵀ·X to it", second.arguments == expected, second.arguments)


def _at_product(x, w):
    """Return the gradient of mean((relu(XXᵀ + 1)·w)²) at XXᵀ, written out by hand; relu's own mask is in its value."""
    return 2.0 * line(x) * w * w / w.numel()


def _slope(x, w, along, step=1e-6):
    """Return how fast the loss changes when x moves along a direction: a central difference in double precision."""
    return (loss_weighted(x + step * along, w) - loss_weighted(x - step * along, w)) / (2.0 * step)


def _apart(a, b) -> float:
    """Return the largest difference of two matrices as a part of the largest element."""
    return float((a - b).abs().max() / b.abs().max())


CONTROLS = [
    Control("the second term left out", fails="both terms together agree", terms=(1.0, 0.0)),
    Control("the same weight everywhere", fails="twice the first does not", weight=torch.ones(64, 64)),
]
