"""Even with symbolic sizes asked for, a matrix of a single row gets a graph of its own.

The same three sizes are called under each of the three values of torch.compile's `dynamic`, each with a function of
its own.
"""

from torch import relu

from claims.engine import Collector, Control, Given, call_in_series, table
from claims.subjects import square

SIZES = (64, 1, 128)
WAYS = {None: "left to itself", False: "told to specialise", True: "symbolic sizes"}


def collect(evidence: Collector, sizes=SIZES) -> None:
    calls = [Given(f"{n} × {n}", (square(n),)) for n in sizes]
    seen = {}
    for way in WAYS:
        # A cache belongs to a code object, so each way gets a copy of the line.
        exec("def line(x):\n    return relu(x @ x.T + 1.0)\n", copy := {"relu": relu})
        seen[way] = call_in_series(copy["line"], calls, dynamic=way)
    evidence.check("a single row has a graph of its own", seen[True].captures == [1, 2, 2], seen[True].captures)
    evidence.check("specialised, each size has", seen[False].captures == [1, 2, 3], seen[False].captures)
    evidence.check("every result is eager's", all(s.right for s in seen.values()))
    rows = [("", *(call.words for call in calls)), *((WAYS[way], *s.captures) for way, s in seen.items())]
    evidence.excerpt("modes.txt", table("graphs after each call", "<20 >10 >10 >10", rows))


CONTROLS = [Control("no single row", fails="a single row has a graph of its own", sizes=(64, 96, 128))]
