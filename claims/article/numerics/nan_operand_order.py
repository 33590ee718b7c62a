"""NaN survives because the maximum returns its second source when either is NaN, and the sum stands in that place.

Read from the kernel's own bytes. Two loops in C, alike but for the order of the maximum's sources, are built with the
same command and run beside it: the order alone decides what becomes of a NaN. Of a loop that holds no such maximum the
result alone is asked.
"""

import ctypes
import math

import torch

from claims.engine import (
    MACHINE_CODE,
    Artifact,
    Built,
    Collector,
    Control,
    Run,
    build_like,
    compile_cpu,
    float_adds,
    float_choices,
    loop_that_adds,
    sources_made_by,
)
from claims.subjects import line, square, tail_in_c

MAXIMUM = ("vmaxp", "vmaxs", "maxp", "maxs")


def collect(evidence: Collector, exchanged=False) -> None:
    c = compile_cpu(line, square(64))
    same, other = (build_like(c.compile_command, tail_in_c(order)) for order in ("zero, sum", "sum, zero"))
    kernel = other if exchanged else Built(c.kernel.shared_object)
    nan, negative = _results(kernel)
    evidence.check("NaN survives", math.isnan(nan), nan)
    evidence.check("a negative sum becomes zero", negative == 0.0, negative)
    loop = loop_that_adds(kernel.listing())
    sums = float_adds(loop.instructions)
    sources = [sources_made_by(sums, loop, maximum) for maximum in loop.doing(*MAXIMUM)]
    alive = all(second and not first for first, second in sources) if sources else math.isnan(nan)
    others = ", ".join(each.mnemonic for each in float_choices(loop.instructions))
    evidence.check("the sum is what the maximum returns for NaN", alive, sources or f"{nan} by {others}")
    evidence.check("C in the same order keeps NaN", math.isnan(_results(same)[0]), _results(same)[0])
    evidence.check("C in the exchanged order drops NaN", _results(other)[0] == 0.0, _results(other)[0])
    evidence.value("maxima", len(sources), "instruction", MACHINE_CODE)
    evidence.excerpt("loop.asm", loop.cut())
    names = "the kernel", "C, maximum(zero, sum)", "C, maximum(sum, zero)"
    rows = "".join(_row(name, built) for name, built in zip(names, (kernel, same, other), strict=True))
    evidence.excerpt("orders.asm", Artifact("the orders", rows, "nasm", MACHINE_CODE))


def _row(name, built) -> str:
    """Return what a loop makes of NaN, and the instructions that add and choose in it."""
    loop = loop_that_adds(built.listing()).instructions
    work = [each for each in loop if each in (*float_adds(loop), *float_choices(loop))]
    lines = "".join(f"        {each.mnemonic:<13}{each.operands}\n" for each in work)
    return f"; {name}: NaN gives {_results(built)[0]:g}\n{lines}"


def _results(built):
    """Return what the function makes of NaN and of −5."""
    x = torch.full((4096,), torch.nan)
    x[2048:] = -5.0
    built.function("kernel", ctypes.c_void_p)(x.data_ptr())
    return x[0].item(), x[2048].item()


CONTROLS = [
    Control("a loop in C with the order exchanged, by its result", fails="NaN survives", exchanged=True),
    Control(
        "a loop in C with the order exchanged, by its bytes",
        fails="the sum is what the maximum returns for NaN",
        exchanged=True,
    ),
]
RUN = Run(seconds=300)
