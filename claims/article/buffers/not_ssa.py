"""The wrapper binds each name once and is not in SSA form for that: two of its names mean one memory, written twice.

In static single assignment every name stands for one value for good. Here a name is deleted once the wrapper is done
with it, a second name is given to the same object, and what lies behind it changes between two lines.
"""

import ast
import textwrap
from collections import Counter

from claims.engine import Artifact, Collector, Control, compile_cpu, nodes_in, watch_call
from claims.subjects import keep_product, line, square


def collect(evidence: Collector, subject=line) -> None:
    x = square(64)
    c = compile_cpu(subject, x)
    tree = ast.parse(textwrap.dedent(c.wrapper.function("call").text))
    names = [node for node in ast.walk(tree) if isinstance(node, ast.Name)]
    bound = Counter(node.id for node in names if isinstance(node.ctx, ast.Store))
    deleted = [node.id for node in names if isinstance(node.ctx, ast.Del)]
    pairs = [
        (node.targets[0].id, node.value.id)
        for node in ast.walk(tree)
        if isinstance(node, ast.Assign) and isinstance(node.value, ast.Name) and isinstance(node.targets[0], ast.Name)
    ]
    evidence.check("each name is bound once", set(bound.values()) == {1}, dict(bound))
    evidence.check("a second name for one object", pairs == [("buf1", "buf0")], pairs)
    evidence.check("names are deleted", deleted == ["arg0_1", "buf0"], deleted)
    evidence.value("names", len(bound), "names")
    evidence.value("deleted", len(deleted), "names")
    written = watch_call(c.wrapper, x).writes("memory 1")
    evidence.check("the memory behind both is written twice", len(written) == 2, written)
    evidence.value("written", len(written), "writes")
    writers = Counter(name for node in nodes_in(c.scheduler[0][0]) for name in node.writes)
    evidence.check("in the scheduler one node writes each buffer", writers == {"buf0": 1, "buf1": 1}, dict(writers))
    rows = {"bound once": bound, "deleted": deleted, "bound to the same object": [" and ".join(p) for p in pairs]}
    text = "".join(f"{what:<26}{', '.join(which)}\n" for what, which in rows.items())
    evidence.excerpt("names.txt", Artifact("the wrapper's names", text))


CONTROLS = [
    Control("the product returned as well", fails="a second name for one object", subject=keep_product),
]
