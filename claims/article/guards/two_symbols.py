"""After a miss each dimension gets a symbol of its own; asked for from the start, equal sizes share one.

So the graph that the second size brings serves a matrix that is not square, and the one that was asked for does not.
"""

from claims.engine import (
    Artifact,
    Collector,
    Control,
    Given,
    answers_of,
    call_in_series,
    guard_trees,
    guards_apart,
    with_own_code,
)
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
    trees = guards_apart(after_a_miss=_tree(after, lets_in=True), from_the_start=_tree(start, lets_in=False))
    evidence.excerpt("apart.txt", trees)


def _tree(function, lets_in: bool) -> Artifact:
    """Return the guards of the function's one entry that lets the last matrix in, or of the one that refuses it."""
    answers = answers_of(function, x=LAST.arguments[0])
    (tree,) = (t for t, said in zip(guard_trees(function), answers, strict=True) if (not said) == lets_in)
    return tree


def _symbols(graph) -> int:
    return sum("SymInt" in str(node.type) for node in graph.graph.nodes if node.op == "placeholder")


CONTROLS = [
    Control("asked for in both", fails="after a miss it need not be square", learned=True),
    Control("asked for in neither", fails="from the start it must be", asked=None),
]
