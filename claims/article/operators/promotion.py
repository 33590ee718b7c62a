"""A float32 matrix plus a Python float is float32, and the generated loop builds the constant as a float32 number.

The number is not float32 itself. Promotion lets the matrix decide, and a tensor with a dimension would have a say.
"""

import torch

from claims.engine import Artifact, Collector, Control, compile_cpu
from claims.subjects import line, line_with_row_of_ones, square

ONE = torch.tensor(1.0, dtype=torch.float64)


def collect(evidence: Collector, subject=line, dtype=torch.float32) -> None:
    x = square(64).to(dtype)
    c = compile_cpu(subject, x)
    evidence.check("eager gives float32", subject(x).dtype == torch.float32, subject(x).dtype)
    evidence.check("the compiled line gives float32", c.output.dtype == torch.float32, c.output.dtype)
    function = c.kernels[-1].function
    casts = function.count("static_cast<float>(1.0)")
    evidence.check("the constant is built as a float", casts == 1 and "double" not in function, f"{casts} casts")
    others = {
        "a Python float": 1.0,
        "a Python integer": 1,
        "a float64 tensor without dimensions": ONE,
        "a float64 tensor with one dimension": ONE.reshape(1),
    }
    results = {name: torch.result_type(x, other) for name, other in others.items()}
    widened = [name for name, result in results.items() if result == torch.float64]
    evidence.check("only a tensor with a dimension widens", widened == [*others][-1:], widened)
    rows = "".join(f"{name:<38}{str(result).removeprefix('torch.')}\n" for name, result in results.items())
    evidence.excerpt("rules.txt", Artifact("float32 matrix plus …", rows))
    evidence.excerpt("loop.cpp", c.kernels[-1].loops[0].keep("auto tmp", frame=False))


CONTROLS = [
    Control("a float64 matrix", fails="the constant is built as a float", dtype=torch.float64),
    Control("a row of float64 ones", fails="the compiled line gives float32", subject=line_with_row_of_ones),
]
