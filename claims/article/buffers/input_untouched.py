"""The compiled line leaves every bit of its input as it was, and returns memory that is none of the input's."""

import torch

from claims.engine import Collector, Control, compile_cpu, watch_call
from claims.subjects import add_to_input, keep_product, line, square, transposed_input


def collect(evidence: Collector, subject=line) -> None:
    for name, function in (("one", subject), ("two", keep_product)):
        x = square(64)
        before = x.clone().view(torch.int32)
        c = compile_cpu(function, x)
        results = c.output if isinstance(c.output, tuple) else (c.output,)
        changed = int((x.view(torch.int32) != before).sum())
        evidence.check(f"{name}: no bit of the input changed", changed == 0, f"{changed} elements")
        place = x.untyped_storage().data_ptr()
        shared = [n for n, t in enumerate(results) if t.untyped_storage().data_ptr() == place]
        evidence.check(f"{name}: no memory shared with the input", not shared, shared)
        writers = watch_call(c.wrapper, x).writes("input")
        evidence.check(f"{name}: no step of the wrapper writes it", not writers, writers)
        evidence.value(f"{name}-changed", changed, "elements")


CONTROLS = [
    Control("an add that writes over its input", fails="one: no bit of the input changed", subject=add_to_input),
    Control("the input's transpose returned", fails="one: no memory shared with the input", subject=transposed_input),
]
