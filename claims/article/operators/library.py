"""The product ran in oneMKL, as one call of SGEMM that takes the same memory twice and is told to transpose it once.

The library says so itself: it is asked to report its calls while the compiled line runs. Eager makes the same call. A
build of PyTorch without oneMKL has another library in its place, and then nothing is reported and nothing is checked.
"""

import torch

from claims.engine import Artifact, Collector, Control, blas_calls, blas_of_build, compile_cpu
from claims.subjects import line, line_of_integers, square, transpose_copied


def collect(evidence: Collector, subject=line) -> None:
    x = square(64)
    calls = blas_calls(compile_cpu(subject, x).compiled, x)
    evidence.check("eager makes the same call", blas_calls(subject, x) == calls)
    absent = not torch.backends.mkl.is_available()
    depends = ("arch", "os")
    evidence.value("blas", blas_of_build(), depends=depends)
    text = "; ".join(map(str, calls)) or "nothing reported"
    evidence.check("the library reports one product", absent or len(calls) == 1, text)
    single = all(call.routine == "SGEMM" and set(call.sizes) == {64} for call in calls)
    evidence.check("in single precision, of the whole matrix", single, text)
    double = [call.routine for call in blas_calls(compile_cpu(subject, x.double()).compiled, x.double())]
    evidence.check("in double precision it is another routine", absent or double == ["DGEMM"], double)
    flags = [(call.transposed, call.same_operand) for call in calls]
    evidence.check("one memory, transposed once", all(sorted(f) == ["N", "T"] and same for f, same in flags), flags)
    evidence.value("routine", calls[0].routine if calls else "none", depends=depends)
    rows = [] if not calls else [
        ("routine", calls[0].routine),
        ("first operand", "transposed" if calls[0].transposed[0] == "T" else "as it lies in memory"),
        ("second operand", "transposed" if calls[0].transposed[1] == "T" else "as it lies in memory"),
        ("operands start at", "one address" if calls[0].same_operand else "two addresses"),
        ("rows, columns, length of sums", ", ".join(map(str, calls[0].sizes))),
        ("elements between columns", ", ".join(map(str, calls[0].leading))),
    ]  # fmt: skip
    table = "".join(f"{name:<32}{said}\n" for name, said in rows) or "nothing reported\n"
    evidence.excerpt("report.txt", Artifact("the library's report", table, "text", depends))


CONTROLS = [
    Control("the transpose written out first", fails="one memory, transposed once", subject=transpose_copied),
    Control("a product of integers", fails="the library reports one product", subject=line_of_integers),
]
