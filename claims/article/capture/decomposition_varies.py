"""How far an operator is taken apart depends on who traces it: the same in-place silu gives three different graphs.

`make_fx` alone keeps it whole. With Inductor's decompositions it falls into arithmetic and a copy back. AOTAutograd,
which also removes writes in place, leaves the arithmetic without the copy. The line under study has nothing to take
apart, and gives the same graph each time.
"""

from claims.engine import Artifact, Collector, Control, compile_cpu, trace
from claims.subjects import line, silu_in_place, square

MODES = ("make_fx alone", "with decompositions", "after AOTAutograd")


def collect(evidence: Collector, subject=silu_in_place) -> None:
    x = square(64)
    graphs = [trace(subject, x), trace(subject, x, decompose=True), compile_cpu(subject, x).aten]
    calls = dict(zip(MODES, (graph.targets for graph in graphs), strict=True))
    for mode, targets in calls.items():
        evidence.value(mode, len(targets), "nodes")
    kinds = len({tuple(targets) for targets in calls.values()})
    evidence.check("three modes, three graphs", kinds == 3, f"{kinds} different")
    evidence.check("silu_ whole in make_fx alone", "aten.silu_.default" in calls[MODES[0]], calls[MODES[0]])
    copies = [mode for mode in MODES if "aten.copy_.default" in calls[mode]]
    evidence.check("a copy back with decompositions alone", copies == [MODES[1]], copies)
    text = "".join(f"{mode}\n" + "".join(f"    {target}\n" for target in targets) for mode, targets in calls.items())
    evidence.excerpt("modes.txt", Artifact("the operators that each mode records", text))


CONTROLS = [
    Control("the line under study, which has nothing to take apart", fails="three modes, three graphs", subject=line),
]
