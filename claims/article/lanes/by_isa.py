"""Every vector instruction set that the machine has gets another step, and always the lanes of one add.

Each set is chosen in an interpreter of its own with a cache folder of its own. An instruction set that the processor
lacks is listed as not seen here.
"""

import json
import platform
import tempfile

import torch

from claims.engine import (
    Artifact,
    Collector,
    Control,
    Run,
    compile_cpu,
    float_adds,
    lanes,
    loop_that_adds,
    machine,
    register_class,
    run_python,
    vector_isa,
)
from claims.subjects import line, square

READ = "import json; from claims.article.lanes.by_isa import reading; print(json.dumps(reading({dtype!r})))"
#: What to set ATEN_CPU_CAPABILITY to, and the flag that a processor with the instruction set has.
ON_X86 = {"scalar": ("default", "fpu"), "avx2": ("avx2", "avx2"), "avx512": ("avx512", "avx512bw")}
NAMES = (*ON_X86, "neon")


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
    asked = {name: word for name, (word, flag) in ON_X86.items() if flag in machine.cpu_flags()}
    if platform.machine() not in ("x86_64", "AMD64"):
        asked = {"neon": ""}
    seen = {}
    for name, word in asked.items():
        with tempfile.TemporaryDirectory() as cache:
            settings = {"TORCHINDUCTOR_CACHE_DIR": cache, "ATEN_CPU_CAPABILITY": word}
            seen[name] = json.loads(run_python(READ.format(dtype=dtype), seconds=300, **settings))
    evidence.check(
        "each interpreter generated for the set it was told",
        {n: r["isa"] for n, r in seen.items()} == {n: n for n in seen},
    )
    wrong = {name: row for name, row in seen.items() if row["step"] != row["lanes"]}
    evidence.check("the step is the lanes of an add in each", not wrong, wrong)
    evidence.check("each set has a step of its own", len({row["step"] for row in seen.values()}) == len(seen))
    evidence.check("fewer iterations by the step", len({row["step"] * row["iterations"] for row in seen.values()}) == 1)
    for name, row in seen.items():
        evidence.value(name, row["step"], "float32 lanes", depends=("arch", "cpu"))
        evidence.value(f"{name}-iterations", row["iterations"], "iterations", depends=("arch", "cpu"))
    rows = (f"{name:<8}{_row(seen[name]) if name in seen else 'not seen here'}\n" for name in NAMES)
    head = f"{'':<8}{'lanes':<7}{'iterations':<12}register\n"
    evidence.excerpt("widths.txt", Artifact("the widths", head + "".join(rows), "text", ("arch", "cpu")))


def _row(row) -> str:
    return f"{row['step']:<7}{row['iterations']:<12}{row['register']}"


CONTROLS = [Control("a matrix of float64", fails="the step is the lanes of an add in each", dtype="float64")]
RUN = Run(seconds=700)
