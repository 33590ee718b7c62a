"""The first graph is for matrices of exactly 64 × 64, and the wrapper asserts that once more.

The generated loop, too, ends at a number that is written out.
"""

import re

from claims.engine import Collector, Control, compile_cpu, error_of, guards_in, refusal, watch_call
from claims.subjects import line, matrix, square


def collect(evidence: Collector, dynamic=None) -> None:
    c = compile_cpu(line, square(64), dynamic=dynamic)
    (tensor,) = (guard for guard in guards_in(c.guards[0]) if guard.kind == "TENSOR_MATCH")
    evidence.check("the guard names the size", tensor.facts["size"] == "[64, 64]", tensor.facts["size"])
    # A row more and the strides as they were: nothing but the size can be refused.
    said = refusal(line, x=matrix(65, 64))
    evidence.check("one row more is refused", "expected 64, actual 65" in said, said)
    call = c.wrapper.function("call")
    (assertion,) = re.findall(r"assert_size_stride\(.*", call.text)[:1]
    evidence.check("the wrapper asserts it again", "(64, 64), (64, 1)" in assertion, assertion)
    past = error_of(watch_call, c.wrapper, matrix(65, 64))
    evidence.check("past the guards, it refuses", "expected size" in past, past)
    bound = c.kernel.loops[0].bound
    evidence.check("the loop ends at a number", bound == "4096", bound)
    evidence.value("elements", int(bound) if bound.isdigit() else bound, "elements")
    evidence.excerpt("assertion.py", call.keep("assert_size_stride"))


CONTROLS = [Control("compiled for any size", fails="the guard names the size", dynamic=True)]
