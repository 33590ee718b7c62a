"""Inductor's table leads from `aten.mm` to `tuned_mm`, and that function ran once while the line was compiled.

Each of the four operators has an entry of its own. Those of add and relu make code that works element by element.
"""

from operator import attrgetter

import torch

from claims.engine import Artifact, Collector, Control, compile_cpu, installed_source, lowering_of, lowerings_used
from claims.subjects import line, line_by_elements, square


def collect(evidence: Collector, subject=line) -> None:
    with lowerings_used() as used:
        targets = compile_cpu(subject, square(64)).aten.targets
    found = {t: lowering_of(attrgetter(t.removeprefix("aten."))(torch.ops.aten)) for t in targets}
    names = [(target, lowering.__qualname__) for target, lowering in found.items()]
    places = {target: installed_source(lowering).artifact.name for target, lowering in found.items()}
    evidence.check("the table leads from mm to tuned_mm", ("aten.mm.default", "tuned_mm") in names, names)
    place = places.get("aten.mm.default", "no product")
    evidence.check("tuned_mm lies with the matrix products", place.startswith("torch/_inductor/kernel/mm.py"), place)
    evidence.check("tuned_mm ran once", [name for _, name in used].count("tuned_mm") == 1, used)
    evidence.check("the operators were lowered in the graph's order", used == names, used)
    pointwise = [target for target, name in names if name.startswith("make_pointwise")]
    evidence.check("add and relu are element by element", len(pointwise) == 2, pointwise)
    rows = "".join(f"{t:<22}{name:<31}{places[t].partition(':')[0]}\n" for t, name in names)
    evidence.excerpt("lowerings.txt", Artifact("the lowerings", rows))
    evidence.value("operators", len(targets), "operators")


CONTROLS = [
    Control("a product element by element", fails="tuned_mm ran once", subject=line_by_elements),
]
