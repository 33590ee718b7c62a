"""The parser turns flat text into a tree in which every operation stands above what it consumes.

That a product binds tighter than a sum is said by the tree's shape, and no parenthesis is left in it.
"""

import io
import tokenize

from claims import tiny
from claims.engine import Artifact, Collector, Control

SHAPE = tiny.Operation(
    "relu",
    (tiny.Operation("+", (tiny.Operation("*", ("x", tiny.Operation("+", (2.0, 1.0)))), 1.0)),),
)
KINDS = (tokenize.NAME, tokenize.NUMBER, tokenize.OP)


def collect(evidence: Collector, source=tiny.EXPRESSION) -> None:
    tokens = [t.string for t in tokenize.generate_tokens(io.StringIO(source).readline) if t.type in KINDS]
    tree = tiny.parse(source)
    drawn = tiny.draw(tree)
    evidence.check("the tokens are the text in its order", "".join(tokens) == source.replace(" ", ""), tokens)
    evidence.check("the product takes the inner sum", tree == SHAPE, tree)
    bare = tiny.parse("relu((((x) * ((2) + 1))) + (1))")
    evidence.check("further parentheses change nothing", bare == SHAPE, bare)
    evidence.check("no parenthesis is left", "(" not in drawn)
    evidence.value("tokens", len(tokens), "tokens")
    evidence.value("nodes", len(drawn.splitlines()), "nodes")
    evidence.excerpt("tree.txt", Artifact("the tree", drawn))


CONTROLS = [
    Control("the inner parentheses left out", fails="the product takes the inner sum", source="relu(x * 2 + 1 + 1)"),
]
