"""The first graph is for matrices of exactly 64 × 64, and the wrapper asserts that once more."""

import re

from claims.engine import Collector, Control, compile_cpu, guards_in, refusal
from claims.subjects import line, square


def collect(evidence: Collector, dynamic=None) -> None:
    c = compile_cpu(line, square(64), dynamic=dynamic)
    (tensor,) = (guard for guard in guards_in(c.guards[0]) if guard.kind == "TENSOR_MATCH")
    evidence.check("the guard names the size", tensor.facts["size"] == "[64, 64]", tensor.facts["size"])
    said = refusal(line, x=square(65))
    evidence.check("one row more is refused", "expected 64, actual 65" in said, said)
    (assertion,) = re.findall(r"assert_size_stride\(.*", c.wrapper.text)[:1]
    evidence.check("the wrapper asserts it again", "(64, 64), (64, 1)" in assertion, assertion)
    evidence.value("elements", 64 * 64, "elements")
    evidence.excerpt("assertion.py", c.wrapper.all.keep("assert_size_stride", frame=False))


CONTROLS = [Control("compiled for any size", fails="the guard names the size", dynamic=True)]
