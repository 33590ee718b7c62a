"""NaN survives because the maximum returns its second source when either is NaN, and the sum stands in that place.

Read from the kernel's own bytes. Two loops in C, alike but for the order of the maximum's sources, are built with the
same command and run beside it: the order alone decides what becomes of a NaN. Scalar code compares and selects instead.
"""

import ctypes
import math

import torch

from claims.engine import Artifact, Built, Collector, Control, Run, build_like, compile_cpu, maker, registers_in
from claims.subjects import line, square

#: Four lanes suffice to show the order, and every x86-64 processor has them.
SOURCE = """
#ifdef __x86_64__
#include <immintrin.h>
extern "C" void kernel(float* p) {{
    for (long i = 0; i < 4096; i += 4) {{
        __m128 zero = _mm_setzero_ps(), sum = _mm_add_ps(_mm_loadu_ps(p + i), _mm_set1_ps(1.0f));
        _mm_storeu_ps(p + i, _mm_max_ps({sources}));
    }}
}}
#else
static float maximum(float a, float b) {{ return a > b ? a : b; }}
extern "C" void kernel(float* p) {{
    for (long i = 0; i < 4096; ++i) {{ float zero = 0.0f, sum = p[i] + 1.0f; p[i] = maximum({sources}); }}
}}
#endif
"""
SAME, EXCHANGED = "zero, sum", "sum, zero"
ADD, MAXIMUM = ("vaddp", "vadds", "addp", "adds", "fadd"), ("vmaxp", "vmaxs", "maxp", "maxs")
CHOOSING = (*MAXIMUM, "vcmp", "cmpn", "vblend", "vcomi", "vucomi", "fmax", "fcm", "fcsel", "bsl", "ja")


def collect(evidence: Collector, exchanged=False) -> None:
    c = compile_cpu(line, square(64))
    in_c = {order: build_like(c.compile_command, SOURCE.format(sources=order)) for order in (SAME, EXCHANGED)}
    kernel = in_c[EXCHANGED] if exchanged else Built(c.kernel.shared_object)
    loop, depends = _loop(kernel), kernel.listing().artifact.depends
    evidence.check("NaN survives", math.isnan(_results(kernel)[0]), _results(kernel)[0])
    evidence.check("a negative sum becomes zero", _results(kernel)[1] == 0.0, _results(kernel)[1])
    sources = [_sources(loop, maximum) for maximum in loop.doing(*MAXIMUM)]
    alive = all(second and not first for first, second in sources) if sources else math.isnan(_results(kernel)[0])
    evidence.check("the sum is what the maximum returns for NaN", alive, sources or "no maximum: compares and selects")
    evidence.check("C in the same order keeps NaN", math.isnan(_results(in_c[SAME])[0]), _results(in_c[SAME])[0])
    dropped = _results(in_c[EXCHANGED])[0]
    evidence.check("C in the exchanged order drops NaN", dropped == 0.0, dropped)
    evidence.value("maxima", len(sources), "instruction", depends)
    evidence.excerpt("loop.asm", loop.cut())
    rows = ""
    for name, built in {"the kernel": kernel, **{f"C, maximum({o})": b for o, b in in_c.items()}}.items():
        rows += f"; {name}: NaN gives {_results(built)[0]:g}\n"
        rows += "".join(f"        {i.mnemonic:<13}{i.operands}\n" for i in _loop(built).doing(*ADD, *CHOOSING))
    evidence.excerpt("orders.asm", Artifact("the orders", rows, "nasm", depends))


def _loop(built):
    return next(each for each in built.listing().loops if each.doing(*ADD))


def _sources(loop, maximum):
    """Tell of the first and the second source of a maximum whether an add of the loop made it."""
    makers = [maker(loop, maximum, register) for register in registers_in(maximum)[-2:]]
    return [bool(made and made.mnemonic.startswith(ADD)) for made in makers]


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
