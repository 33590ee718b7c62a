"""What two claims look at: the loop over 16-bit elements that computes in float32."""

from typing import Any

from claims.engine import (
    Collector,
    compile_cpu,
    element_bits,
    float_adds,
    kinds,
    lanes,
    loop_that_adds,
    paths,
)
from claims.subjects import line, square

WAY = ["load", "convert", "add", "maximum", "convert", "store"]


def narrow_loop(evidence: Collector, name: str, in_cpp: str, dtype: Any) -> None:
    """Collect the way of an element through the loop, the width of its adds, and how many fill a vector.

    `name` is PyTorch's name for the 16-bit type, `in_cpp` the generated code's, `dtype` the matrix's torch.dtype.
    """
    c = compile_cpu(line, square(64).to(dtype))
    (loop,) = c.kernel.loops
    (path,) = paths(loop)
    evidence.check("convert, compute, convert back", kinds(path) == WAY, kinds(path))
    stored = c.kernel.argument_types
    evidence.check(f"the kernel takes {name}", all(f"{in_cpp}*" in each for each in stored), stored)
    adds = float_adds(loop_that_adds(c.kernel.machine_code).instructions)
    evidence.check("the adds are of float32", {element_bits(each) for each in adds} == {32}, [str(a) for a in adds])
    evidence.check(f"result in {name}", str(c.output.dtype) == f"torch.{name}", c.output.dtype)
    depends = ("arch", "isa")
    evidence.value("step", loop.step, f"{name} elements", depends)
    evidence.value("iterations", loop.iterations, "iterations", depends)
    evidence.value("lanes", lanes(adds[0]), "float32 lanes", depends)
    evidence.value("vectors", loop.step // lanes(adds[0]), "float32 vectors", depends)
    evidence.excerpt("loop.cpp", loop.keep("for(", *[statement.text for statement in path], frame=False))
