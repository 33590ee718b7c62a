"""The scheduler gets one node for the library call and one for the loop, and its fusion pass leaves them as they are.

The add and the relu were already one node: lowering had put them into a single loop body. Two results that read the
same input show what the pass itself does: their two nodes become one.
"""

from claims.engine import Collector, Control, compile_cpu, nodes_in
from claims.subjects import line, result_and_its_sums, square, transpose_copied, two_readers

BODY = ["load", "constant", "add", "relu", "store"]


def collect(evidence: Collector, subject=line, second=two_readers) -> None:
    x = square(64)
    c = compile_cpu(subject, x)
    ((before, after),) = c.scheduler
    nodes = nodes_in(before)
    kinds = [node.kind for node in nodes]
    evidence.check(
        "a library call and a loop", kinds == ["ExternKernelSchedulerNode", "SchedulerNode"], [n.name for n in nodes]
    )
    evidence.check("add and relu are one body already", list(nodes[-1].operations) == BODY, nodes[-1].operations)
    evidence.check("the pass changes nothing", before.text == after.text)
    evidence.value("nodes", len(nodes), "nodes")
    evidence.value("operators", len(c.aten.targets), "operators")
    heads = "op0: ", "op0.node.kernel", "op1: ", "= ops."
    if kinds[0].startswith("Extern"):
        evidence.excerpt("before.txt", before.all.keep(*heads, frame=False))
    other = compile_cpu(second, x)
    ((apart, merged),) = other.scheduler
    evidence.check("of two readers, two nodes", len(nodes_in(apart)) == 2, [node.name for node in nodes_in(apart)])
    joined = [node.kind for node in nodes_in(merged)]
    evidence.check("the pass merges them", joined == ["FusedSchedulerNode"], joined)
    loops = len(other.kernel.loops)
    evidence.check("one loop comes of it", loops == 1, loops)
    evidence.value("merged", len(joined), "node")
    heads = "op0_op1: ", "snodes[", "op0: ", "op1: "
    evidence.excerpt("merged.txt", merged.all.keep(*heads, frame=False) if len(joined) == 1 else merged)


CONTROLS = [
    Control("the transpose written out to memory", fails="a library call and a loop", subject=transpose_copied),
    Control("a result and the sums of its rows", fails="the pass merges them", second=result_and_its_sums),
]
