"""Entries belong to a code object: two functions made by one `def` share theirs, and a copy of the code has none.

Three entries are looked for where one function was compiled and then another: of each function's code, before and
after it is called.
"""

import torch

from claims.engine import Collector, Control, guards_of, table, with_own_code
from claims.subjects import line_maker, square


def collect(evidence: Collector, copied=with_own_code) -> None:
    x = square(64)
    one, other = line_maker(1.0), line_maker(2.0)
    functions = {"made with 1": one, "made with 2": other, "a copy of the first": copied(one)}
    entries, right = {}, []
    for words, function in functions.items():
        before = len(guards_of(function))
        compiled = torch.compile(function, backend="eager")
        right.append(torch.equal(compiled(x), function(x)))
        entries[words] = [before, len(guards_of(function))]
    evidence.check("the second finds the first one's entry", entries["made with 2"] == [1, 2], entries["made with 2"])
    evidence.check("the copy finds none", entries["a copy of the first"] == [0, 1], entries["a copy of the first"])
    evidence.check("every result is eager's", all(right))
    evidence.value("shared", len(guards_of(one)), "entries")
    rows = [("function", "entries before", "after"), *((words, *counts) for words, counts in entries.items())]
    evidence.excerpt("entries.txt", table("entries of the function's code", "<22 >14 >8", rows))


CONTROLS = [Control("the first function itself", fails="the copy finds none", copied=lambda function: function)]
