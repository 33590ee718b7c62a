"""Every fact of the machine that the readings depend on is read twice, from two sources, and both agree.

The compiler that built PyTorch and the compiler that builds the kernels are two facts and need not be the same.
"""

import platform
import re
import subprocess
from pathlib import Path

import torch

from claims.engine import Collector, Control, machine, readings, table, vector_isa
from claims.engine.model import DEPENDENCIES

ONCE = "no second source here"


def collect(evidence: Collector, threads=1, disguise=()) -> None:
    torch.set_num_threads(threads)
    compiler, config = machine.find_compiler(), torch.__config__.show()
    macros = readings.compiler_macros(compiler.command, *disguise)
    isa = machine.isa_name(vector_isa())
    arch, processor = platform.machine(), " ".join(machine.cpu_name().split())
    system = subprocess.run(["uname", "-s"], capture_output=True, text=True, check=True).stdout.strip()
    binary = next(Path(torch.__file__).parent.glob("_C.*.so"))
    parallel = re.search(r"get_num_threads\(\) : (\d+)", torch.__config__.parallel_info())
    facts = [
        ("python", ("python",), ".".join(platform.python_version_tuple()[:2]), readings.python_from_headers()),
        ("system", ("os",), platform.system(), system),
        ("architecture", ("arch",), arch, readings.architecture_from_macros(macros)),
        ("processor", ("cpu",), processor, readings.processor(compiler.command)),
        ("width", ("isa",), isa, readings.isa_from_aten(torch.backends.cpu.get_cpu_capability())),
        ("compiler", ("compiler",), compiler.short, readings.compiler_from_macros(macros)),
        ("builder", ("arch", "os"), readings.compiler_in_report(config), readings.compiler_of_binary(binary)),
        ("threads", (), torch.get_num_threads(), int(parallel[1]) if parallel else 0),
        ("cuda", ("cpu",), _cuda(torch.version.cuda is not None), _cuda("USE_CUDA=1" in config)),
    ]
    for name, depends, first, second in facts:
        evidence.value(name, first, depends=depends)
        # On macOS a binary bears no mark, and some arm64 kernels do not show the processor's register.
        missing = second is None
        evidence.check(
            f"{name}: both readings agree", missing or first == second, f"{first}; {ONCE if missing else second}"
        )
    evidence.check("one thread", torch.get_num_threads() == 1, torch.get_num_threads())
    rows = [(name, first, ONCE if second is None else second) for name, _, first, second in facts]
    evidence.excerpt("readings.txt", table("both readings", "<14 <14", rows, DEPENDENCIES))


def _cuda(built_in: bool) -> str:
    return "built in" if built_in else "absent"


CONTROLS = [
    Control(
        "a compiler that gives itself out for another version",
        fails="compiler: both readings agree",
        disguise=("-U__GNUC__", "-D__GNUC__=3", "-U__clang_major__", "-U__apple_build_version__"),
    ),
    Control("two threads asked for", fails="one thread", threads=2),
]
