"""The same line on float64 and on float16 is captured anew and becomes other code: wider numbers, or two conversions.

The constant follows: it is a double for float64. For float16 it is a float, as the loop computes in float32 and
converts on the way in and on the way out.
"""

import torch

from claims.engine import Collector, Control, compile_cpu, guards_of
from claims.subjects import line, square


def collect(evidence: Collector, half=torch.float16, double=torch.float64) -> None:
    x = square(64)
    captured = torch.compile(line, backend="eager")
    counts = []
    for dtype in (torch.float32, double, half, torch.float32):
        captured(x.to(dtype))
        counts.append(len(guards_of(line)))
    evidence.check("an entry for each element type, none for a repeat", counts == [1, 2, 3, 3], counts)
    evidence.value("entries", counts[-1], "entries")
    torch._dynamo.reset()
    wide, narrow = compile_cpu(line, x.to(double)).kernel, compile_cpu(line, x.to(half)).kernel
    constant = wide.function.count("static_cast<double>(1.0)")
    evidence.check("float64: the constant is a double", constant == 1, constant)
    evidence.check("float64: nothing is converted", "convert<" not in wide.function)
    into, out = narrow.function.count("convert<float"), narrow.function.count("convert<at::Half")
    evidence.check("float16: converted in and out", (into, out) == (1, 1), f"{into} in, {out} out")
    evidence.check("float16: the constant is a float", narrow.function.count("static_cast<float>(1.0)") == 1)
    evidence.value("double", wide.argument_types[0])
    evidence.value("half", narrow.argument_types[0])
    evidence.value("wide", wide.loops[0].step, "elements", ("arch", "isa"))
    evidence.value("narrow", narrow.loops[0].step, "elements", ("arch", "isa"))
    evidence.excerpt("double.cpp", wide.loops[0].keep("tmp", frame=False))
    evidence.excerpt("half.cpp", narrow.loops[0].keep("tmp", frame=False))


CONTROLS = [
    Control("float32 in place of float16", fails="float16: converted in and out", half=torch.float32),
    Control(
        "float32 in place of float64",
        fails="an entry for each element type, none for a repeat",
        double=torch.float32,
    ),
]
