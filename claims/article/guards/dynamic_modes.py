"""Even with symbolic sizes asked for, a matrix of a single row gets a graph of its own.

The same four sizes are called under each of the three values of torch.compile's `dynamic`, each with a function that
PyTorch knows nothing about, and left to itself in two orders more, with the single row first and without it.
"""

from claims.engine import Collector, Control, Given, call_in_series, table, with_own_code
from claims.subjects import line, square

SIZES = (64, 1, 128, 96)
WAYS = {None: "left to itself", False: "told to specialise", True: "symbolic sizes"}


def collect(evidence: Collector, sizes=SIZES) -> None:
    def series(name, sizes, way=None):
        calls = [Given(f"{n} × {n}", (square(n),)) for n in sizes]
        return call_in_series(with_own_code(line, elsewhere=name), calls, dynamic=way)

    seen = {way: series(words, sizes, way) for way, words in WAYS.items()}
    symbolic, itself, static = seen[True].captures, seen[None].captures, seen[False].captures
    evidence.check("a single row has a graph of its own", symbolic == [1, 2, 2, 2], symbolic)
    evidence.check("left to itself, three", itself == [1, 2, 3, 3], itself)
    evidence.check("specialised, each size has", static == [1, 2, 3, 4], static)
    first = series("the single row first", (sizes[1], sizes[0], *sizes[2:]))
    evidence.check("with the single row first, two", first.captures == [1, 2, 2, 2], first.captures)
    evidence.check("every result is eager's", all(s.right for s in (*seen.values(), first)))
    evidence.after("the size, to a single row, with dynamic=True", *seen[True].led_to(1))
    rows = [("", *(f"{n} × {n}" for n in sizes)), *((WAYS[way], *s.captures) for way, s in seen.items())]
    evidence.excerpt("modes.txt", table("graphs after each call", "<20 >10 >10 >10 >10", rows))
    evidence.excerpt("calls.txt", seen[None].artifact)
    evidence.excerpt("row-first.txt", first.artifact)


CONTROLS = [Control("no single row", fails="a single row has a graph of its own", sizes=(64, 96, 128, 80))]
