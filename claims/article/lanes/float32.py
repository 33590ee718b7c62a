"""The float32 loop steps by as many elements as one machine instruction adds at once.

The step is read from the generated loop, the lanes from the kernel's own bytes: the bits of the register that the add
works in, divided by the bits of an element. Scalar code adds one.
"""

import torch

from claims.engine import Collector, Control, compile_cpu, element_bits, float_adds, lanes, loop_that_adds, statements
from claims.subjects import line, square


def collect(evidence: Collector, dtype=torch.float32) -> None:
    kernel = compile_cpu(line, square(64).to(dtype)).kernel
    (loop,) = kernel.loops
    adds = float_adds(loop_that_adds(kernel.machine_code).instructions)
    at_once, bits = {lanes(each) for each in adds}, {element_bits(each) for each in adds}
    evidence.check("the adds are of float32", bits == {32}, bits)
    evidence.check("the step is the lanes of an add", at_once == {loop.step}, f"step {loop.step}, lanes {at_once}")
    loads = [each.text for each in statements(loop) if each.kind == "load"]
    evidence.check("one load an iteration", len(loads) == 1, loads)
    evidence.value("step", loop.step, "float32 lanes", depends=("arch", "isa"))
    evidence.value("element", max(bits), "bits")
    evidence.value("bits", loop.step * max(bits), "bits", depends=("arch", "isa"))
    evidence.excerpt("loop.cpp", loop.keep("for(", loads[0], frame=False))


CONTROLS = [Control("a matrix of float64", fails="the adds are of float32", dtype=torch.float64)]
