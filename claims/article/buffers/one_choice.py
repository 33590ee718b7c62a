"""Lowering gives this product one choice, the library call, and without ATen's among the choices there is none at all.

Both lists are what tuned_mm, the lowering of the product, hands on for selection during a compilation.
"""

import torch._inductor.kernel.mm

from claims.engine import Collector, Control, installed_source, product_choices
from claims.subjects import line, square

WITHOUT_ATEN = {"max_autotune": True, "max_autotune_gemm_backends": "CPP"}


def collect(evidence: Collector, options=None) -> None:
    x = square(64)
    choices, failure = product_choices(line, x, options=options)
    evidence.check("one choice", choices == ["ExternKernelCaller(extern_kernels.mm)"], choices)
    evidence.check("it compiles", not failure, failure)
    evidence.value("choices", len(choices), "choice")
    none, failure = product_choices(line, x, options=WITHOUT_ATEN)
    evidence.check("without ATen's, none", not none, none)
    evidence.check("and no compilation", "NoValidChoicesError" in failure, failure)
    evidence.value("without-aten", len(none), "choices")
    source = installed_source(torch._inductor.kernel.mm.tuned_mm)
    kept = "def tuned_mm", "use_aten_gemm_kernels()", "use_triton_template(", "autotune_select_algorithm("
    evidence.excerpt("choices.py", source.keep(*kept, frame=False))


CONTROLS = [
    Control("ATen's choice taken away", fails="one choice", options=WITHOUT_ATEN),
]
