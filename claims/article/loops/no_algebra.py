"""Three adds and three maxima are left in the loop's body, though two of the maxima could change no bit.

It was tried on fractions, on NaN, and on numbers so large that a sum is rounded to an even one. There, adding two at
once gives other bits than adding one and one.
"""

import torch

from claims.engine import Collector, Control, compile_cpu, float_adds, float_maxima, kinds, loop_that_adds, paths
from claims.subjects import shift_and_clamp

ROUNDS = ["add", "maximum"] * 3
#: The first whole number that float32 cannot add one to.
LARGE = 2.0**24


def one_maximum(x: torch.Tensor, times: int) -> torch.Tensor:
    """The rounds without the maxima that a reader can see through: what is above zero stays above it."""
    x = torch.relu(x + 1.0)
    for _ in range(times - 1):
        x = x + 1.0
    return x


def collect(evidence: Collector, subject=shift_and_clamp) -> None:
    y = torch.cat([torch.arange(-4096, 4032) / 3000.0, LARGE + 2.0 * torch.arange(64), torch.full((64,), torch.nan)])
    c = compile_cpu(subject, y, 3)
    (path,) = (path for path in paths(c.kernel.loops[0]))
    evidence.check("three adds and three maxima", kinds(path)[1:-1] == ROUNDS, kinds(path))
    evidence.value("adds", kinds(path).count("add"), "adds")
    evidence.value("maxima", kinds(path).count("maximum"), "maxima")
    listing = c.kernel.machine_code
    machine = loop_that_adds(listing).instructions
    # A compiler that knows the ranges of numbers may leave maxima out where it vectorises by itself.
    evidence.value("machine-adds", len(float_adds(machine)), "adds", listing.artifact.depends)
    evidence.value("machine-maxima", len(float_maxima(machine)), "maxima", listing.artifact.depends)
    kept = torch.equal(_bits(one_maximum(y, 3)), _bits(c.output))
    evidence.check("two maxima change no bit", kept)
    at_once = torch.relu(y + 1.0) + 2.0
    changed = (_bits(at_once) != _bits(c.output)).sum()
    evidence.check("adding two at once changes some", changed > 0, f"{changed} of {y.numel()}")
    place = int((y == LARGE).nonzero())
    for name, result in (("large", y), ("rounds", c.output), ("at-once", at_once)):
        evidence.value(name, int(result[place]))


def _bits(x: torch.Tensor) -> torch.Tensor:
    return x.nan_to_num(-1.0).view(torch.int32)


CONTROLS = [Control("written with a single maximum", fails="three adds and three maxima", subject=one_maximum)]
