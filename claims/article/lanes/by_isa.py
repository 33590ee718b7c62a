"""Every vector instruction set that the machine has gets another step, and always the lanes of one add.

Each set is chosen in an interpreter of its own with a cache folder of its own. An instruction set that the processor
lacks is listed as not seen here.
"""

import json

import torch

from claims.engine import (
    ISAS,
    Collector,
    Control,
    Run,
    compile_cpu,
    float_adds,
    in_each_isa,
    lanes,
    loop_that_adds,
    machine,
    register_class,
    table,
    vector_isa,
)
from claims.subjects import line, square

READ = "import json; from claims.article.lanes.by_isa import reading; print(json.dumps(reading({dtype!r})))"


def reading(dtype: str) -> dict[str, str | int]:
    """Return what this process generates for: instruction set, step, lanes of an add, register class, iterations."""
    kernel = compile_cpu(line, square(64).to(getattr(torch, dtype))).kernel
    (loop,) = kernel.loops
    add = float_adds(loop_that_adds(kernel.machine_code).instructions)[0]
    return {
        "isa": machine.isa_name(vector_isa()),
        "step": loop.step,
        "lanes": lanes(add),
        "register": register_class(add),
        "iterations": loop.iterations,
    }


def collect(evidence: Collector, dtype="float32") -> None:
    seen = {name: json.loads(printed) for name, printed in in_each_isa(READ.format(dtype=dtype)).items()}
    told = all(row["isa"] == name for name, row in seen.items())
    evidence.check("each interpreter generated for the set it was told", seen and told)
    wrong = {name: row for name, row in seen.items() if row["step"] != row["lanes"]}
    evidence.check("the step is the lanes of an add in each", not wrong, wrong)
    evidence.check("each set has a step of its own", len({row["step"] for row in seen.values()}) == len(seen))
    evidence.check("fewer iterations by the step", len({row["step"] * row["iterations"] for row in seen.values()}) == 1)
    for name, row in seen.items():
        evidence.value(name, row["step"], "float32 lanes", depends=("arch", "cpu"))
        evidence.value(f"{name}-iterations", row["iterations"], "iterations", depends=("arch", "cpu"))
    rows = [_row(seen[name]) if name in seen else ("not seen here",) for name in ISAS]
    titled = [("", "lanes", "iterations", "register"), *((n, *row) for n, row in zip(ISAS, rows, strict=True))]
    evidence.excerpt("widths.txt", table("the widths", "<8 <7 <12", titled, ("arch", "cpu")))


def _row(row) -> tuple[str, ...]:
    return str(row["step"]), str(row["iterations"]), row["register"]


CONTROLS = [Control("a matrix of float64", fails="the step is the lanes of an add in each", dtype="float64")]
RUN = Run(seconds=700)
