"""The compiler behind a capture can be exchanged: three other backends give the same bits and generate no code.

A backend is a function that is handed a graph and gives back something to call. `eager` runs the graph as it is,
`aot_eager` has it prepared first, and the third is the notebook's own, which keeps it.
"""

from claims.engine import Collector, Control, notebook_cell, run_cells, run_with_backend, table


def collect(evidence: Collector, others=("eager", "aot_eager")) -> None:
    cells = run_cells("function", "graph")
    function, x = cells["three_steps"], cells["torch"].randn(1024)
    own = {name: cells[name] for name in ("three_steps", "keep_graph")}
    ran = run_cells("backends", x=x, **own)
    evidence.check("the cell's own assertions hold", not ran.failed, ran.failed)
    runs = [run_with_backend(function, x, backend=backend) for backend in (cells["keep_graph"], *others)]
    inductor = run_with_backend(function, x, backend="inductor")
    every = [*runs, inductor]
    evidence.check("the same bits", all(cells["torch"].equal(run.output, function(x)) for run in every))
    evidence.check("one graph each", {run.graphs for run in every} == {1})
    evidence.check("no code generated", not any(run.programs for run in runs), [run.programs for run in runs])
    evidence.check("Inductor generates a program", inductor.programs == 1, inductor.programs)
    prepared = {run.name: run.prepared for run in every}
    evidence.check("eager is handed the graph as captured", not prepared["eager"] and not prepared["keep_graph"])
    evidence.check("two have it prepared", bool(prepared["aot_eager"] and prepared["inductor"]), prepared)
    rows = [(run.name, "yes" if run.prepared else "no", "yes" if run.programs else "no") for run in every]
    evidence.excerpt("backends.txt", table("backends", "<14 <11 <", [("backend", "prepared", "code"), *rows]))
    evidence.excerpt("cell.py", notebook_cell("backends").artifact)


CONTROLS = [Control("Inductor among the others", fails="no code generated", others=("eager", "aot_eager", "inductor"))]
