"""The wrapper's call is six statements, and each of them is one that the list of predictions has a line for.

What takes the arguments apart and what lets go of names is not counted. A wrapper with a statement of another kind, or
with one of these twice, would predict something that the list does not say.
"""

import ast
import textwrap

from claims.engine import Collector, Control, compile_cpu
from claims.subjects import keep_product, line, square, transpose_copied

#: How each statement starts, in the order of the call.
KINDS = {
    "assertion": "assert_size_stride(",
    "buffer": "buf0 = empty_strided_cpu(",
    "product": "extern_kernels.mm(",
    "name": "buf1 = buf0",
    "loop": "cpp_fused_add_relu_0(",
    "result": "return (",
}
PREPARATION = ("arg0_1, = ", "args.clear()", "del ")


def collect(evidence: Collector, subject=line) -> None:
    call = compile_cpu(subject, square(64)).wrapper.function("call")
    (function,) = ast.parse(textwrap.dedent(call.text)).body
    statements = [ast.unparse(node) for node in function.body]
    counted = [text for text in statements if not text.startswith(PREPARATION)]
    matching = {kind: [text for text in counted if text.startswith(start)] for kind, start in KINDS.items()}
    evidence.check("each kind once", all(len(texts) == 1 for texts in matching.values()), matching)
    other = [text for text in counted if not text.startswith(tuple(KINDS.values()))]
    evidence.check("no other statement", not other, other)
    calls = [ast.unparse(node) for node in ast.walk(function) if isinstance(node, ast.Call)]
    views = [text for text in calls if text.startswith("reinterpret_tensor(")]
    within = [view in product for view in views for product in matching["product"]]
    evidence.check("the transpose is an argument of the product", within == [True], views)
    for kind, texts in matching.items():
        # The transpose has a line of its own.
        evidence.value(kind, " ".join(texts).replace(" ".join(views), "…"))
    evidence.value("transpose", " ".join(views))
    evidence.value("statements", len(counted), "statements")
    evidence.excerpt("call.py", call.keep(*(start for start in KINDS.values() if start in call.text), frame=False))


CONTROLS = [
    Control("the product returned as well", fails="each kind once", subject=keep_product),
    Control("the transpose written out to memory", fails="no other statement", subject=transpose_copied),
]
