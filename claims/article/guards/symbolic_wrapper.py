"""In the wrapper for any size one name stands for both sizes and for the stride: that they are equal is a guard.

A matrix that is not square does not pass the guards, and so the wrapper needs one integer beside the tensor.
"""

import re

from claims.engine import Collector, Control, compile_cpu, guards_apart, refusal, with_own_code, wrapper_call
from claims.subjects import line, matrix, square

LISTED = ("_MATCH:", "MODE_STACK", "DEFAULT_DEVICE", "LAMBDA")


def collect(evidence: Collector, dynamic=True, rows=64) -> None:
    c = compile_cpu(line, matrix(rows, 64), dynamic=dynamic)
    call, guards = c.wrapper.function("call"), c.guards[0]
    (asserted,) = re.findall(r"assert_size_stride\(\w+, \((\w+), (\w+)\), \((\w+), (\w+)\)", call.text)[:1]
    symbol = asserted[0]
    evidence.check("one name three times", {*asserted[:3]} == {symbol} and symbol.startswith("s"), asserted)
    evidence.value("times", asserted.count(symbol))
    evidence.value("taken", len(wrapper_call(c.wrapper).takes), "inputs")
    equal = "L['x'].size()[1] == L['x'].size()[0]" in guards
    evidence.check("a guard says that it is square", equal)
    evidence.check("a matrix that is not square is refused", refusal(line, x=matrix(64, 96)))
    evidence.check("a wider square is not", not refusal(line, x=square(96)))
    evidence.check("a single row is refused", refusal(line, x=square(1)))
    shown = (f"{symbol} = ", "assert_size_stride(", "extern_kernels.mm(", "cpp_fused")
    evidence.excerpt("call.py", call.keep(*(text for text in shown if text in call)))
    one = compile_cpu(with_own_code(line, elsewhere="one size"), square(64), dynamic=False).guards[0]
    evidence.excerpt("apart.txt", guards_apart(for_one_size=one, for_any_size=guards))
    evidence.excerpt("guards.txt", guards.all.keep(*LISTED, frame=False))


CONTROLS = [
    Control("compiled for one size", fails="one name three times", dynamic=False),
    Control("captured with a matrix that is not square", fails="one name three times", rows=96),
]
