"""The vector instruction sets of this processor, each chosen in an interpreter of its own."""

from __future__ import annotations

import platform
import tempfile

from . import machine
from .interpreter import run_python

#: What to set ATEN_CPU_CAPABILITY to, and the flag that an x86-64 processor with the instruction set has.
_ON_X86 = {"scalar": ("default", "fpu"), "avx2": ("avx2", "avx2"), "avx512": ("avx512", "avx512bw")}
#: Every instruction set that the article speaks of.
ISAS = (*_ON_X86, "neon")


def isas_here() -> dict[str, str]:
    """Return the instruction sets that PyTorch can be told to use here, each with its ATEN_CPU_CAPABILITY.

    ``neon`` is not chosen by that variable: other processors than x86-64 have it and nothing else to choose.
    """
    if platform.machine() not in ("x86_64", "AMD64"):
        return {"neon": ""}
    return {name: word for name, (word, flag) in _ON_X86.items() if flag in machine.cpu_flags()}


def in_each_isa(code: str, *, seconds: float = 300.0) -> dict[str, str]:
    """Run `code` once for each instruction set of this processor and return what it printed, by instruction set.

    Each run has a new interpreter and an Inductor cache of its own. Inductor takes the processor's word for what it has
    and compiles no programs to try it out. Raises InterpreterError where one fails or runs longer than `seconds`.
    """
    printed = {}
    for name, word in isas_here().items():
        with tempfile.TemporaryDirectory() as cache:
            settings = {"TORCHINDUCTOR_CACHE_DIR": cache, "ATEN_CPU_CAPABILITY": word, "TORCHINDUCTOR_VEC_ISA_OK": "1"}
            printed[name] = run_python(code, seconds=seconds, **settings)
    return printed
