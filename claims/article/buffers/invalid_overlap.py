"""A write over memory that is read one place further on is refused by eager; compiled it runs, and raises no error.

In the graph nothing is written in place before the end, so nothing is left to be refused. The generated loop does write
over what it reads, and what comes out depends on how many elements it takes at once: without vectors each is read after
the one before it was written. Where all elements of the target lie in one place, both refuse.
"""

import torch

from claims.engine import Collector, Control, compile_cpu, error_of
from claims.subjects import move_along, move_copy_along, write_over

ONE_PLACE = "refer to a single memory location"


def collect(evidence: Collector, subject=move_along) -> None:
    said = error_of(subject, torch.arange(8.0))
    evidence.check("eager refuses", ONE_PLACE in said, said)
    x = torch.arange(8.0)
    c = compile_cpu(subject, x)
    evidence.value("result", c.output.tolist(), depends=("arch", "isa"))
    evidence.check("the input holds the result", torch.equal(x, c.output), x.tolist())
    copies = [node for node in c.aten.module.graph.nodes if str(node.target) == "aten.copy_.default"]
    evidence.check("one write in place, at the end", len(copies) == 1, len(copies))
    for name, path in (("eager", write_over), ("compiled", lambda x: compile_cpu(write_over, x))):
        said = error_of(path, torch.zeros(1, 8).expand(8, 8))
        evidence.check(f"{name} refuses a target in one place", bool(said), said)
    evidence.excerpt("graph.txt", c.aten.artifact)


CONTROLS = [Control("a copy in the source", fails="eager refuses", subject=move_copy_along)]
