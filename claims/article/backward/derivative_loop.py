"""One loop makes the gradient at the product: it repeats add and relu, and takes factor and mask from their result.

Its name lists operators of the graph, and not all of them left an instruction: expanding the tangent is one load of one
number, and the power that squaring leaves behind is the first power.
"""

import re

from claims.engine import Collector, Control, backward_of, compile_cpu, count_loads, count_stores
from claims.subjects import loss, loss_without_product, loss_without_relu, square

NAMED = ["add", "div", "expand", "mul", "pow", "relu", "threshold_backward"]
#: Scalar code and vectors spell relu and selection differently.
SHOWN = ["in_out_ptr0", "tmp0 + ", "clamp_min", "std::max", " <= ", " * ", "blendv", " ? "]


def collect(evidence: Collector, subject=loss) -> None:
    x = square(64).requires_grad_()
    backward = backward_of(compile_cpu(subject, x), x)
    kernel = backward.kernel
    named = [name for name in NAMED if re.search(rf"_{name}(?=_)", kernel.name)]
    evidence.check("the name lists seven operators", named == NAMED, kernel.name)
    evidence.check("one loop", len(kernel.loops) == 1, len(kernel.loops))
    loop = kernel.loops[0]
    relu = loop.count("clamp_min(") + loop.count("std::max(")
    evidence.check("add and relu are repeated", loop.count("tmp0 + ") == relu == 1)
    evidence.check("the mask is taken from the relu", " <= " in loop)
    evidence.check("divided by the number of elements", "static_cast<float>(4096.0)" in loop)
    evidence.check("multiplied by two", "static_cast<float>(2.0)" in loop and " * " in loop)
    evidence.check("no power is computed", "pow" not in loop)
    loads, stores = count_loads(loop), count_stores(loop)
    evidence.check("loads the product and the tangent", loads == 2, loads)
    evidence.check("stores one gradient over the product", stores == 1 and kernel.argument_types[0] == "float*")
    evidence.value("operators", len(named), "operators")
    evidence.value("loads", loads, "loads")
    evidence.value("stores", stores, "store")
    shown = [words for words in SHOWN if words in loop]
    evidence.excerpt("loop.cpp", loop.keep(*shown, frame=False))


CONTROLS = [
    Control("no relu", fails="the name lists seven operators", subject=loss_without_relu),
    Control(
        "a loss of the input itself, which may not be overwritten",
        fails="stores one gradient over the product",
        subject=loss_without_product,
    ),
]
