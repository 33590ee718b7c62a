"""The backward is not one loop: one generated function is followed by two products of the library.

The first writes a matrix, and the second adds another product to it.
"""

from claims.engine import Collector, Control, backward_of, compile_cpu, wrapper_call
from claims.subjects import loss, loss_recomputed, loss_without_product, square


def collect(evidence: Collector, subject=loss) -> None:
    x = square(64).requires_grad_()
    backward = backward_of(compile_cpu(subject, x), x)
    call = wrapper_call(backward.wrapper)
    order = ["generated" if step.generated else step.name for step in call.steps]
    evidence.check("a generated function, then mm, then addmm", order == ["generated", "mm", "addmm"], order)
    evidence.check("the library makes two products", call.library == ["mm", "addmm"], call.library)
    loops = [len(kernel.loops) for kernel in backward.kernels]
    evidence.check("the generated function is one loop", loops == [1], loops)
    products = [target for target in backward.aten.targets if target == "aten.mm.default"]
    evidence.check("the graph has a product for each", len(products) == len(call.library), len(products))
    evidence.check("no addmm in the graph", not any("addmm" in target for target in backward.aten.targets))
    evidence.value("generated", len(call.generated), "generated function")
    evidence.value("library", len(call.library), "library products")


CONTROLS = [
    Control("a loss without a matrix product", fails="the library makes two products", subject=loss_without_product),
    Control("nothing may be kept", fails="a generated function, then mm, then addmm", subject=loss_recomputed),
]
