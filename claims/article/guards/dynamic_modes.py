"""Even with symbolic sizes asked for, a matrix of a single row gets a graph of its own.

The same four sizes are called under each of the three values of torch.compile's `dynamic`, each with a function of
its own, and left to itself in a second order, with the single row first.
"""

from claims.engine import Collector, Control, Given, call_in_series, table, with_own_code
from claims.subjects import line, square

SIZES = (64, 1, 128, 96)
WAYS = {None: "left to itself", False: "told to specialise", True: "symbolic sizes"}


def collect(evidence: Collector, sizes=SIZES) -> None:
    calls = [Given(f"{n} × {n}", (square(n),)) for n in sizes]
    # A cache belongs to a code object, so each way gets a copy of the line.
    seen = {way: call_in_series(with_own_code(line), calls, dynamic=way) for way in WAYS}
    symbolic, itself, static = seen[True].captures, seen[None].captures, seen[False].captures
    evidence.check("a single row has a graph of its own", symbolic == [1, 2, 2, 2], symbolic)
    evidence.check("left to itself, three", itself == [1, 2, 3, 3], itself)
    evidence.check("specialised, each size has", static == [1, 2, 3, 4], static)
    first = call_in_series(with_own_code(line), [calls[1], calls[0], calls[2]])
    evidence.check("every result is eager's", all(s.right for s in (*seen.values(), first)))
    evidence.after("the size, to a single row, with dynamic=True", *seen[True].led_to(1))
    rows = [("", *(call.words for call in calls)), *((WAYS[way], *s.captures) for way, s in seen.items())]
    evidence.excerpt("modes.txt", table("graphs after each call", "<20 >10 >10 >10 >10", rows))
    evidence.excerpt("calls.txt", seen[None].artifact)
    evidence.excerpt("row-first.txt", first.artifact)


CONTROLS = [Control("no single row", fails="a single row has a graph of its own", sizes=(64, 96, 128, 80))]
