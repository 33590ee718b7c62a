"""Every fact of the machine that the readings depend on is read twice, from two sources, and both agree.

The compiler that built PyTorch and the compiler that builds the kernels are two facts and need not be the same.
"""

import platform
import re
import subprocess
from pathlib import Path

import torch

from claims.engine import Artifact, Collector, Control, machine, readings, vector_isa
from claims.engine.model import DEPENDENCIES

#: ATen's word for what its own kernels use, and Inductor's for what it generates.
ISA_OF_ATEN = {"AVX2": "avx2", "AVX512": "avx512"}


def collect(evidence: Collector, threads=1, disguise=()) -> None:
    torch.set_num_threads(threads)
    compiler, config = machine.find_compiler(), torch.__config__.show()
    macros = readings.compiler_macros(compiler.command, *disguise)
    isa = machine.isa_name(vector_isa())
    arch, processor = platform.machine(), " ".join(machine.cpu_name().split())
    system = subprocess.run(["uname", "-s"], capture_output=True, text=True, check=True).stdout.strip()
    aten = ISA_OF_ATEN.get(torch.backends.cpu.get_cpu_capability(), "scalar" if arch == "x86_64" else isa)
    parallel = re.search(r"get_num_threads\(\) : (\d+)", torch.__config__.parallel_info())
    facts = [
        ("python", ("python",), ".".join(platform.python_version_tuple()[:2]), readings.python_from_headers()),
        ("system", ("os",), platform.system(), system),
        ("architecture", ("arch",), arch, readings.architecture_from_macros(macros)),
        ("processor", ("cpu",), processor, readings.processor_brand(compiler.command) or processor),
        ("width", ("isa",), isa, aten),
        ("compiler", ("compiler",), compiler.short, readings.compiler_from_macros(macros)),
        ("builder", ("arch", "os"), *_builder(config)),
        ("threads", (), torch.get_num_threads(), int(parallel[1]) if parallel else 0),
        ("cuda", ("cpu",), _cuda(torch.version.cuda is not None), _cuda("USE_CUDA=1" in config)),
    ]
    for name, depends, first, second in facts:
        evidence.value(name, first, depends=depends)
        evidence.check(f"{name}: both readings agree", first == second, f"{first}; {second}")
    evidence.check("one thread", torch.get_num_threads() == 1, torch.get_num_threads())
    rows = "".join(f"{name:<14}{first!s:<14}{second}\n" for name, _, first, second in facts)
    evidence.excerpt("readings.txt", Artifact("both readings", rows, "text", DEPENDENCIES))


def _cuda(built_in: bool) -> str:
    return "built in" if built_in else "absent"


def _builder(config: str) -> tuple[str, str]:
    """Return the compiler that built PyTorch, by its own report and by the mark that it left in the binary."""
    said = re.search(r"\b(GCC|Clang) (\d+)", config)
    report = f"{said[1].lower()} {said[2]}" if said else "unknown"
    return report, readings.compiler_of_binary(next(Path(torch.__file__).parent.glob("_C.*.so"))) or report


CONTROLS = [
    Control(
        "a compiler that gives itself out for another version",
        fails="compiler: both readings agree",
        disguise=("-U__GNUC__", "-D__GNUC__=3", "-U__clang_major__", "-U__apple_build_version__"),
    ),
    Control("two threads asked for", fails="one thread", threads=2),
]
