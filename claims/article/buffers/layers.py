"""In the installed source, compile_fx imports AOTAutograd and hands it a compiler for each direction.

Read as a syntax tree: the import, the nested functions, and the call that they are passed to. The forward compiler and
the backward one each end in the same inner compiler, which is Inductor's own.
"""

import ast
import inspect

from torch._inductor import compile_fx as module

from claims.engine import Collector, Control, installed_source


def collect(evidence: Collector, function="_compile_fx_main") -> None:
    whole = installed_source(module)
    tree = ast.parse(whole.text)
    imported = [
        f"{node.module}.{name.name}"
        for node in tree.body
        if isinstance(node, ast.ImportFrom)
        for name in node.names
        if name.name == "aot_autograd"
    ]
    evidence.check("aot_autograd is imported", imported == ["torch._functorch.aot_autograd"], imported)
    region = whole.artifact.function(function)
    body = next(node for node in tree.body if isinstance(node, ast.FunctionDef) and node.name == function)
    defined = [node.name for node in ast.walk(body) if isinstance(node, ast.FunctionDef)]
    both = {"fw_compiler_base", "bw_compiler"} <= set(defined)
    evidence.check("compilers for both directions are defined", both, defined)
    calls = [node for node in ast.walk(body) if isinstance(node, ast.Call)]
    handed = [{word.arg for word in call.keywords} for call in calls if ast.unparse(call.func).endswith("aot_autograd")]
    evidence.check(
        "both are handed to aot_autograd", any({"fw_compiler", "bw_compiler"} <= words for words in handed), handed
    )
    ends = {
        name: "inner_compile" in [ast.unparse(call.func) for call in ast.walk(_function(tree, name)) if _is_call(call)]
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


def _function(tree: ast.Module, name: str) -> ast.FunctionDef:
    return next(node for node in tree.body if isinstance(node, ast.FunctionDef) and node.name == name)


def _is_call(node: ast.AST) -> bool:
    return isinstance(node, ast.Call)


CONTROLS = [
    Control(
        "the inner compiler read in its place",
        fails="compilers for both directions are defined",
        function="compile_fx_inner",
    ),
]
