"""In the wrapper for any size one name stands for both sizes and for the stride: that they are equal is a guard.

A matrix that is not square does not pass the guards, and so the wrapper needs one integer beside the tensor.
"""

import re

from claims.engine import Collector, Control, compile_cpu, guards_apart, refusal, with_own_code, wrapper_call
from claims.subjects import line, matrix, square


def collect(evidence: Collector, dynamic=True, rows=64) -> None:
    c = compile_cpu(line, matrix(rows, 64), dynamic=dynamic)
    call = c.wrapper.function("call")
    (asserted,) = re.findall(r"assert_size_stride\(\w+, \((\w+), (\w+)\), \((\w+), (\w+)\)", call.text)[:1]
    name = asserted[0]
    evidence.check("one name three times", {*asserted[:3]} == {name} and name.startswith("s"), asserted)
    evidence.value("times", asserted.count(name), "places")
    evidence.value("taken", len(wrapper_call(c.wrapper).takes), "inputs")
    said = refusal(line, x=matrix(64, 96))
    evidence.check("a matrix that is not square is refused", "x.size()[1] == x.size()[0]" in _short(said), said)
    evidence.check("a wider square is not", not refusal(line, x=square(96)))
    evidence.check("a single row is", "2 <= x.size()[0]" in _short(refusal(line, x=square(1))), refusal(line, x=square(1)))
    evidence.excerpt("call.py", call.keep(f"{name} = " if f"{name} = " in call else "assert", "assert", ".mm(", "cpp_f"))
    one = compile_cpu(with_own_code(line), square(64)).guards[0]
    evidence.excerpt("apart.txt", guards_apart(for_one_size=one, for_any_size=c.guards[0]))
    evidence.excerpt("guards.txt", c.guards[0].all.keep("_MATCH:", "MODE_STACK", "DEFAULT_DEVICE", "LAMBDA", frame=False))


def _short(said: str) -> str:
    return said.replace("L['x']", "x")


CONTROLS = [
    Control("compiled for one size", fails="one name three times", dynamic=False),
    Control("captured with a matrix that is not square", fails="one name three times", rows=96),
]
