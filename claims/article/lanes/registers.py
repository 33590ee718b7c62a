"""The add and the maximum work in the widest registers of the instruction set that the kernel was generated for.

The class of a register does not tell the lanes: scalar code uses vector registers too, and one number in each.
"""

from pathlib import Path

import torch

from claims.engine import (
    MACHINE_CODE,
    Collector,
    Control,
    compile_cpu,
    element_bits,
    float_adds,
    float_maxima,
    lanes,
    loop_that_adds,
    machine,
    register_class,
    table,
    vector_isa,
)
from claims.subjects import line, square

WIDEST = {"scalar": "xmm", "avx2": "ymm", "avx512": "zmm", "neon": "v"}


def collect(evidence: Collector, dtype=torch.float32) -> None:
    kernel = compile_cpu(line, square(64).to(dtype)).kernel
    code = loop_that_adds(kernel.machine_code)
    work = [*float_adds(code.instructions), *float_maxima(code.instructions)]
    classes = sorted({register_class(each) for each in work})
    expected = WIDEST[machine.isa_name(vector_isa())]
    evidence.check("the widest class of the instruction set", classes == [expected], f"{classes}, not {expected}")
    adds = float_adds(code.instructions)
    used = {lanes(each) * element_bits(each) for each in adds}
    evidence.check("the adds are of float32", {element_bits(each) for each in adds} == {32}, [str(a) for a in adds])
    filled = len(used) == 1 and used == {kernel.loops[0].step * 32}
    evidence.check("an add fills what a step asks for", filled, f"{used} bits")
    evidence.value("class", classes[0], depends=("arch", "isa"))
    evidence.value("used", max(used), "bits", depends=("arch", "isa"))
    header = Path(torch.__file__).with_name("include") / "ATen/cpu/vec/vec256/vec256_float.h"
    intrinsics = [word for word in ("_mm256_add_ps(", "_mm256_max_ps(") if word in header.read_text(encoding="utf-8")]
    evidence.check("PyTorch's header for AVX2 uses intrinsics", len(intrinsics) == 2, intrinsics)
    evidence.value("stores", len([each for each in code.instructions if each.stores]), "instructions", MACHINE_CODE)
    rows = [(each.mnemonic, register_class(each), _moves(each)) for each in code.instructions]
    titled = [("instruction", "register", "memory"), *rows]
    evidence.excerpt("registers.txt", table("the registers", "<14 <10", titled, MACHINE_CODE))


def _moves(each) -> str:
    loads = f"loads {each.loads} bytes" if each.loads else ""
    return f"stores {each.stores} bytes" if each.stores else loads


CONTROLS = [Control("a matrix of float64", fails="the adds are of float32", dtype=torch.float64)]
