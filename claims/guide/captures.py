"""Called with 8, 8, 16 and 8 numbers, the function is captured at the first call and at the third.

New numbers of a known length use a graph again, and a length seen before finds its own. This is with `dynamic=False`,
where a graph is for one length.
"""

from claims.engine import (
    Artifact,
    Collector,
    Control,
    Given,
    call_in_series,
    compile_cpu,
    guards_in,
    notebook_cell,
    run_cells,
)

LENGTHS = [8, 8, 16, 8]


def collect(evidence: Collector, replace=None) -> None:
    ran = run_cells("function", "graph", "captures", replace=replace)
    evidence.check("one, one, two, two", ran["counts"] == [1, 1, 2, 2], ran["counts"])
    evidence.check("the cell's own assertions hold", not ran.failed, ran.failed)
    # Its own code object, which has no entries of the notebook's.
    function, numbers = run_cells("function")["three_steps"], ran["torch"].randn
    s = call_in_series(function, [Given(f"{n} numbers", (numbers(n),)) for n in LENGTHS], dynamic=False)
    evidence.check("the same without the notebook", s.captures == [1, 1, 2, 2], s.captures)
    evidence.check("every result is eager's", s.right)
    evidence.check("the length is the reason", any("size mismatch" in why for why in s.calls[2].reasons))
    evidence.value("lengths", LENGTHS)
    evidence.value("graphs", ran["counts"])
    evidence.excerpt("calls.txt", s.artifact)
    c = compile_cpu(run_cells("function")["three_steps"], numbers(8), dynamic=False)
    tensor = next(guard for guard in guards_in(c.guards[0]) if guard.kind == "TENSOR_MATCH")
    evidence.check("the guard names the length", tensor.facts["size"] == "[8]", tensor.facts["size"])
    evidence.excerpt("guard.txt", Artifact("the guard", "\n".join(tensor.parts) + "\n"))
    evidence.excerpt("cell.py", notebook_cell("captures").artifact)


CONTROLS = [
    Control("captured for any length", fails="one, one, two, two", replace={"dynamic=False": "dynamic=True"}),
]
