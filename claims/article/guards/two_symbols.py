"""After a miss each dimension gets a symbol of its own; asked for from the start, equal sizes share one.

So the graph that the second size brings serves a matrix that is not square, and the one that was asked for does not.
"""

from claims.engine import Collector, Control, Given, call_in_series, guard_trees, guards_apart, with_own_code
from claims.subjects import line, matrix, square

LAST = Given("64 × 96", (matrix(64, 96),))


def collect(evidence: Collector, learned=None, asked=True) -> None:
    after, start = (with_own_code(line, elsewhere=name) for name in ("after a miss", "from the start"))
    sizes = [Given(f"{n} × {n}", (square(n),)) for n in (64, 128)]
    missed = call_in_series(after, [*sizes, LAST], dynamic=learned)
    shared = call_in_series(start, [*sizes, LAST], dynamic=asked)
    evidence.check("after a miss it need not be square", missed.captures == [1, 2, 2], missed.captures)
    evidence.check("from the start it must be", shared.captures == [1, 1, 2], shared.captures)
    evidence.check("every result is eager's", missed.right and shared.right)
    evidence.value("own", _symbols(missed.graphs[-1]), "symbols")
    evidence.value("shared", _symbols(shared.graphs[0]), "symbols")
    evidence.excerpt("after.txt", missed.artifact)
    evidence.excerpt("start.txt", shared.artifact)
    # The graph asked for from the start is the older of its function's two.
    trees = guards_apart(after_a_miss=guard_trees(after)[0], from_the_start=guard_trees(start)[-1])
    evidence.excerpt("apart.txt", trees)


def _symbols(graph) -> int:
    return sum("SymInt" in str(node.type) for node in graph.graph.nodes if node.op == "placeholder")


CONTROLS = [
    Control("asked for in both", fails="after a miss it need not be square", learned=True),
    Control("asked for in neither", fails="from the start it must be", asked=None),
]
