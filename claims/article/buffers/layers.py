"""In the installed source, compile_fx imports AOTAutograd and hands it a compiler for each direction.

Read as a syntax tree: the import, the nested functions, and the call that they are passed to. The forward compiler and
the backward one each end in the same inner compiler, which is Inductor's own.
"""

import inspect

from torch._inductor import compile_fx as module

from claims.engine import Collector, Control, calls_in, defined_in, imported_in, installed_source


def collect(evidence: Collector, function="_compile_fx_main") -> None:
    whole = installed_source(module)
    imported = [name for name in imported_in(whole) if name.endswith(".aot_autograd")]
    evidence.check("aot_autograd is imported", imported == ["torch._functorch.aot_autograd"], imported)
    if not hasattr(module, function):
        function = "compile_fx"  # Before 2.13 it did all of it itself.
    region = whole.artifact.function(function)
    defined = defined_in(region)
    both = {"fw_compiler_base", "bw_compiler"} <= set(defined)
    evidence.check("compilers for both directions are defined", both, defined)
    handed = [set(call.keywords) for call in calls_in(region) if call.name.endswith("aot_autograd")]
    directions = {"fw_compiler", "bw_compiler"}
    evidence.check("both are handed to aot_autograd", any(directions <= words for words in handed), handed)
    ends = {
        name: "inner_compile" in [call.name for call in calls_in(whole.artifact.function(name))]
        for name in ("compile_fx_forward", "compile_fx_backward")
    }
    evidence.check("both end in the inner compiler", all(ends.values()), ends)
    evidence.check("what is imported is a module", inspect.ismodule(module.aot_autograd))
    called = module.dynamo_common.aot_autograd.__module__
    evidence.check("what is called is Dynamo's adapter to it", called == "torch._dynamo.backends.common", called)
    if not both:
        return
    words = "def fw_compiler_base", "def bw_compiler", "common.aot_autograd(", "fw_compiler=fw_c", "bw_compiler=bw_c"
    evidence.excerpt("layers.py", region.keep(*words, frame=False))


CONTROLS = [
    Control(
        "the inner compiler read in its place",
        fails="compilers for both directions are defined",
        function="compile_fx_inner",
    ),
]
