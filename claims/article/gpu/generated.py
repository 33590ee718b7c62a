"""On a CUDA device the add and the relu are one Triton kernel, and the product before it is a library's.

The kernel loads each element once and stores it once. The result is the CPU's within the tolerance of a product.
"""

import torch

from claims.engine import Collector, Control, Run, compile_cpu, triton_kernels
from claims.subjects import line, relu_apart, square

RUN = Run(requires="cuda", seconds=300)


def collect(evidence: Collector, subject=line) -> None:
    x = square(64)
    c = compile_cpu(subject, x.cuda())
    kernels = [kernel for wrapper in c.wrappers for kernel in triton_kernels(wrapper)]
    evidence.check("one kernel", len(kernels) == 1, [kernel.name for kernel in kernels])
    text = "\n".join(kernel.function.text for kernel in kernels)
    evidence.check("one load and one store", (text.count("tl.load("), text.count("tl.store(")) == (1, 1))
    evidence.check("the relu is in it", "maximum(" in text)
    products = sum(wrapper.count("extern_kernels.mm(") for wrapper in c.wrappers)
    evidence.check("the product is the library's", products == 1, products)
    evidence.check("the result is the CPU's", torch.allclose(c.output.cpu(), line(x), rtol=1e-4, atol=1e-3))
    evidence.value("kernels", len(kernels), "Triton kernels")
    if kernels:
        evidence.excerpt("kernel.py", kernels[0].function)
        evidence.excerpt("call.py", c.wrappers[0].function("call").keep("extern_kernels", "triton_"), depends=("gpu",))


CONTROLS = [Control("a graph break between the add and the relu", fails="one kernel", subject=relu_apart)]
