"""The scheduler's record of who still reads the product decides: a last reader may write over it, and nobody else.

With the caller among the readers nothing is reused. With the setting for it switched off, the same record leads to two
buffers, and the result has the same bits.
"""

import inspect

from torch._inductor.scheduler import BaseSchedulerNode

from claims.engine import Artifact, Collector, Control, compile_cpu, installed_source, nodes_in
from claims.subjects import keep_product, line, square

#: A control compiles one function twice, and a cached graph would not be scheduled again.
AFRESH = {"fx_graph_cache": False}


def collect(evidence: Collector, subject=line, second=keep_product, reuse=False) -> None:
    x = square(64)
    one, two = compile_cpu(subject, x), compile_cpu(second, x, options=AFRESH)
    rows = []
    for name, c, expected in (("one", one, ["op1"]), ("two", two, ["op1", "OUTPUT"])):
        users = nodes_in(c.scheduler[0][0])[0].users["buf0"]
        evidence.check(f"{name}: readers", [user.name for user in users] == expected, [user.name for user in users])
        evidence.check(f"{name}: the loop could do it in place", users[0].in_place, users[0])
        evidence.check(f"{name}: reused", ("# reuse" in c.wrapper) == (len(users) == 1), len(users))
        evidence.value(f"{name}-readers", len(users), "readers")
        rows += [f"{name:<5}{user.name:<8}{'may' if user.in_place else 'may not'} write over it\n" for user in users]
    off = compile_cpu(subject, x, options={"inplace_buffers": reuse, **AFRESH})
    same = nodes_in(off.scheduler[0][0])[0].users == nodes_in(one.scheduler[0][0])[0].users
    evidence.check("switched off, the record is the same", same)
    evidence.check("switched off, two buffers", off.wrapper.count("= empty_strided_cpu(") == 2)
    evidence.check("switched off, the same bits", off.output.equal(one.output))
    evidence.excerpt("readers.txt", Artifact("the readers of the product", "".join(rows)))
    source = installed_source(inspect.unwrap(BaseSchedulerNode.decide_inplace_update))
    kept = "len(remaining_uses) == 1", "remaining_uses[0].can_inplace", "remaining_uses[0].node is self"
    evidence.excerpt("condition.py", source.keep("def decide", "config.inplace_buffers", *kept, frame=False))


CONTROLS = [
    Control("the product not returned by either", fails="two: readers", second=line),
    Control("the setting left on", fails="switched off, two buffers", reuse=True),
]
