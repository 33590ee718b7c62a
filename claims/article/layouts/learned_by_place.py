"""What Dynamo has learned about sizes belongs to a place in the source and outlives the entries of a code object.

A copy of the line with a code object of its own has no entry, and its first graph is for any size all the same. A copy
that pretends to stand in another file begins with one size.
"""

from claims.engine import Collector, Control, Given, call_in_series, guards_of, table, with_own_code
from claims.subjects import line, square


def collect(evidence: Collector, taught=(64, 128), place="another file") -> None:
    copies = {"the line": line, "a copy": with_own_code(line), "elsewhere": with_own_code(line, elsewhere=place)}
    seen, entries = {}, {}
    for words, function in copies.items():
        sizes = taught if function is line else (96, 160)
        entries[words] = len(guards_of(function))
        seen[words] = call_in_series(function, [Given(f"{n} × {n}", (square(n),)) for n in sizes])
    evidence.check("nobody starts with an entry", not any(entries.values()), entries)
    evidence.check("the copy has learned", seen["a copy"].captures == [1, 1], seen["a copy"].captures)
    evidence.check("elsewhere it has not", seen["elsewhere"].captures == [1, 2], seen["elsewhere"].captures)
    evidence.check("every result is eager's", all(s.right for s in seen.values()))
    rows = [("function", "call", "graphs")]
    rows += [(words, call.words, call.captures) for words, s in seen.items() for call in s.calls]
    evidence.excerpt("calls.txt", table("graphs of each function", "<12 <12 >6", rows))


CONTROLS = [
    Control("a line that was never called", fails="the copy has learned", taught=()),
    Control("the same file", fails="elsewhere it has not", place=""),
]
