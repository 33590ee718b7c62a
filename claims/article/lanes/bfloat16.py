"""The loop over bfloat16 elements converts them to float32, computes, and converts the results back.

Storage takes 16 bits an element and the arithmetic 32. Where the machine has vectors, one load fills two of float32.
"""

import torch

from claims.engine import (
    Collector,
    Control,
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


def collect(evidence: Collector, dtype=torch.bfloat16) -> None:
    c = compile_cpu(line, square(64).to(dtype))
    (loop,) = c.kernel.loops
    (path,) = paths(loop)
    evidence.check("convert, compute, convert back", kinds(path) == WAY, kinds(path))
    stored = c.kernel.argument_types
    evidence.check("the kernel takes bfloat16", all("BFloat16*" in each for each in stored), stored)
    adds = float_adds(loop_that_adds(c.kernel.machine_code).instructions)
    evidence.check("the adds are of float32", {element_bits(each) for each in adds} == {32}, [str(a) for a in adds])
    evidence.check("result in bfloat16", c.output.dtype == torch.bfloat16, c.output.dtype)
    depends = ("arch", "isa")
    evidence.value("step", loop.step, "bfloat16 elements", depends)
    evidence.value("iterations", loop.iterations, "iterations", depends)
    evidence.value("lanes", lanes(adds[0]), "float32 lanes", depends)
    evidence.value("vectors", loop.step // lanes(adds[0]), "float32 vectors", depends)
    evidence.excerpt("loop.cpp", loop.keep("for(", *[statement.text for statement in path], frame=False))


CONTROLS = [Control("a matrix of float32", fails="convert, compute, convert back", dtype=torch.float32)]
