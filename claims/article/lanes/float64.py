"""A float64 matrix keeps the step of float32 where there are vectors, and one logical value then fills two registers.

The generated text calls the pair `VectorizedN<double,2>`; the machine code adds each half in a register of its own.
"""

import re

import torch

from claims.engine import Collector, Control, compile_cpu, element_bits, float_adds, kinds, lanes, loop_that_adds, paths
from claims.subjects import line, square

FLOAT64 = 8


def collect(evidence: Collector, dtype=torch.float64) -> None:
    (single,) = compile_cpu(line, square(64)).kernel.loops
    kernel = compile_cpu(line, square(64).to(dtype)).kernel
    (loop,) = kernel.loops
    (path,) = paths(loop)
    evidence.check("no conversion", kinds(path) == ["load", "add", "maximum", "store"], kinds(path))
    evidence.check("the step of float32", loop.step == single.step, f"{loop.step} and {single.step}")
    machine = loop_that_adds(kernel.machine_code)
    adds = float_adds(machine.instructions)
    evidence.check("the adds are of float64", {element_bits(each) for each in adds} == {64}, [str(a) for a in adds])
    grouped = re.search(r"VectorizedN<double,(\d+)>", loop.text)
    registers = int(grouped[1]) if grouped else 1
    held = registers * lanes(adds[0])
    evidence.check("the registers hold a step together", held == loop.step, f"{registers} of {lanes(adds[0])}")
    done = sum(lanes(each) for each in adds)
    evidence.check("every element loaded is added", machine.loads == done * FLOAT64, f"{machine.loads} bytes, {done}")
    depends = ("arch", "isa")
    evidence.value("step", loop.step, "float64 elements", depends)
    evidence.value("lanes", lanes(adds[0]), "float64 lanes", depends)
    evidence.value("registers", registers, "registers", depends)
    evidence.excerpt("loop.cpp", loop.keep("for(", *[statement.text for statement in path], frame=False))
    evidence.excerpt("loop.asm", machine.cut())


CONTROLS = [Control("a matrix of float32", fails="the adds are of float64", dtype=torch.float32)]
