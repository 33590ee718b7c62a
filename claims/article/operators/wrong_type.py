"""Only the guards know the element type: past them, the tail's wrapper reads a float64 matrix as if it were float32.

It asserts size and strides, and both types agree in these. The result is what the first half of the bytes mean as
float32, and no error is raised.
"""

import torch

from claims.engine import Collector, Control, compile_cpu, refusal
from claims.subjects import square, tail


def collect(evidence: Collector, other=torch.float64) -> None:
    c = compile_cpu(tail, square(64), dynamic=False)
    y = square(64).to(other)
    seen = _loaded(c.wrapper.text)([y])[0]
    evidence.check("the wrapper accepts it", seen.dtype == torch.float32, seen.dtype)
    read = tail(y.view(torch.float32).flatten()[: y.numel()].view(64, 64))
    evidence.check("it is read as float32", torch.allclose(seen, read, rtol=0, atol=0, equal_nan=True))
    wrong = int((seen.to(other) != tail(y)).sum())
    evidence.check("most of the result is wrong", wrong > y.numel() // 2, f"{wrong} of {y.numel()}")
    said = refusal(tail, y=y)
    evidence.check("the guards refuse it", "dtype mismatch" in said, said)
    evidence.check("through the guards it is right", torch.equal(c.compiled(y), tail(y)))
    evidence.excerpt("call.py", c.wrapper.function("call").keep("assert_size_stride(", "cpp_fused_add_relu_0("))


def _loaded(wrapper):
    """Return the wrapper's ``call``, its kernel taken from the cache."""
    names = {}
    exec(compile(wrapper, "wrapper", "exec"), names)
    return names["call"]


CONTROLS = [Control("float32 after all", fails="most of the result is wrong", other=torch.float32)]
