"""How far an operator is taken apart depends on who traces it: the same in-place silu gives three different graphs.

`make_fx` alone keeps it whole. With Inductor's decompositions it falls into arithmetic and a copy back. AOTAutograd,
which also removes writes in place, leaves the arithmetic without the copy. The line under study has nothing to take
apart: all three give the same graph, and not even the step from `@` to `mm` needs a decomposition.
"""

from claims.engine import Artifact, Collector, Control, compile_cpu, trace
from claims.subjects import line, silu_in_place, square

MODES = ("make_fx alone", "make_fx with decompositions", "AOTAutograd")


def recorded(subject) -> dict[str, list[str]]:
    """Return the operators that each mode records."""
    x = square(64)
    graphs = trace(subject, x), trace(subject, x, decompose=True), compile_cpu(subject, x).aten
    return dict(zip(MODES, (graph.targets for graph in graphs), strict=True))


def collect(evidence: Collector, subject=silu_in_place) -> None:
    calls = recorded(subject)
    for name, mode in zip(("alone", "decomposed", "aot"), MODES, strict=True):
        evidence.value(name, len(calls[mode]), "nodes")
    kinds = len({tuple(targets) for targets in calls.values()})
    evidence.check("three modes, three graphs", kinds == 3, f"{kinds} different")
    evidence.check("silu_ whole in make_fx alone", "aten.silu_.default" in calls[MODES[0]], calls[MODES[0]])
    copies = [mode for mode in MODES if "aten.copy_.default" in calls[mode]]
    evidence.check("a copy back with decompositions alone", copies == [MODES[1]], copies)
    same = {tuple(targets) for targets in recorded(line).values()}
    evidence.check("the line is the same in every mode", len(same) == 1, same)
    evidence.check("mm without a decomposition", "aten.mm.default" in trace(line, square(64)).targets)
    rows = ((mode, ", ".join(target.removeprefix("aten.") for target in calls[mode])) for mode in MODES)
    text = "".join(f"{mode:<29}{operators}\n" for mode, operators in rows)
    evidence.excerpt("modes.txt", Artifact("the operators that each mode records", text))


CONTROLS = [
    Control("the line under study, which has nothing to take apart", fails="three modes, three graphs", subject=line),
]
