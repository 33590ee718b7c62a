"""The same product, summed in two halves, has other bits and is still within the tolerance that PyTorch compares with.

Neither is the exact one. Against the product in double precision both are off.
"""

import torch

from claims.engine import Collector, Control, Run, compile_cpu
from claims.subjects import line_without_relu, product_in_halves, square


def small_integers(n):
    """Return a matrix whose products and sums float32 holds exactly."""
    return (square(n) * 4).round()


def collect(evidence: Collector, matrix=square) -> None:
    x = matrix(64)
    whole, halves = x @ x.T, product_in_halves(x)
    apart = int((whole != halves).sum())
    evidence.check("another order gives other bits", apart > 0, f"{apart:,} of {whole.numel():,}")
    evidence.check("the two are within the tolerance", _within(halves, whole))
    evidence.check("another product is not", not _within(whole + 0.01, whole))
    exact = x.double() @ x.double().T
    off = [int((product.double() != exact).sum()) for product in (whole, halves)]
    evidence.check("neither is exact", min(off) > 0, f"{off[0]:,} and {off[1]:,} elements off")
    further = [(product.double() - exact).abs().max().item() for product in (whole, halves)]
    evidence.measurement("furthest", further, "")
    compiled = compile_cpu(line_without_relu, x).output
    evidence.value("elements", whole.numel(), "elements")
    evidence.value("apart", apart, "elements", depends=("arch", "cpu", "isa"))
    evidence.value("compiled", int((compiled != whole + 1.0).sum()), "elements", depends=("arch", "cpu", "isa"))


def _within(seen, wanted) -> bool:
    try:
        torch.testing.assert_close(seen, wanted)
    except AssertionError:
        return False
    return True


CONTROLS = [
    Control("a matrix of small integers", fails="another order gives other bits", matrix=small_integers),
]
RUN = Run(seconds=300)
