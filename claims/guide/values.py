"""For -1, -0.25 and 0.5 the three operations give 0, 0.5 and 2, run as they are and compiled."""

from claims.engine import Collector, Control, compile_cpu, notebook_cell, run_cells
from claims.subjects import steps_in_another_order

RIGHT = [0.0, 0.5, 2.0]


def collect(evidence: Collector, subject=None) -> None:
    ran = run_cells("function")
    evidence.check("the cell's own assertion holds", not ran.failed, ran.failed)
    given, function = ran["given"], subject or ran["three_steps"]
    results = function(given).tolist()
    evidence.check("zero, a half, two", results == RIGHT, results)
    compiled = compile_cpu(function, given).output.tolist()
    evidence.check("compiled the same", compiled == results, compiled)
    evidence.value("given", given.tolist())
    evidence.value("results", results)
    evidence.excerpt("function.py", notebook_cell("function").artifact)


CONTROLS = [Control("the relu before the other two", fails="zero, a half, two", subject=steps_in_another_order)]
