"""A second reader of the product turns the generated function's one pointer into two, the first of them const.

The C++ function and the wrapper's own account of its arguments say the same.
"""

import re

from claims.engine import Artifact, Collector, Control, compile_cpu
from claims.subjects import keep_product, line, square

PARAMETER = re.compile(r"((?:const )?float\*) (\w+)")


def collect(evidence: Collector, second=keep_product, **options) -> None:
    x = square(64)
    seen = []
    for name, subject, chosen in (("one", line, options), ("two", second, {})):
        kernel = compile_cpu(subject, x, options=chosen).kernel
        parameters = PARAMETER.findall(kernel.function.text.partition("{")[0])
        types = [kind for kind, _ in parameters]
        evidence.check(
            f"{name} named alike by the wrapper", types == list(kernel.argument_types), kernel.argument_types
        )
        evidence.value(name, ", ".join(types), "types")
        seen.append((subject.__name__, types, [" ".join(parameter) for parameter in parameters]))
    (_, one, _), (_, two, _) = seen
    evidence.check("one pointer to read and write", one == ["float*"], one)
    evidence.check("one to read, one to write", two == ["const float*", "float*"], two)
    rows = "".join(f"{name:<14}kernel({', '.join(parameters)})\n" for name, _, parameters in seen)
    evidence.excerpt("signatures.txt", Artifact("the signatures", rows))


CONTROLS = [
    Control("the product not returned", fails="one to read, one to write", second=line),
    Control("Inductor told to reuse no buffer", fails="one pointer to read and write", inplace_buffers=False),
]
