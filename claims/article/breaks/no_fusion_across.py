"""With a break between them, the add and the relu are loops of two kernels, in two programs, and share none.

Without it one loop does both. What the break costs in loads and stores is counted in the text: twice as many.
"""

from claims.engine import Collector, Control, compile_cpu, count_loads, count_stores, kinds, paths
from claims.subjects import square, tail, tail_apart

WHOLE = [["load", "add", "maximum", "store"]]
APART = [["load", "add", "store"], ["load", "maximum", "store"]]


def collect(evidence: Collector, subject=tail_apart) -> None:
    y = square(64)
    found = {"whole": compile_cpu(tail, y), "apart": compile_cpu(subject, y)}
    loops = {name: [loop for kernel in c.kernels for loop in kernel.loops] for name, c in found.items()}
    bodies = {name: [kinds(path) for loop in each for path in paths(loop)] for name, each in loops.items()}
    evidence.check("one loop without the break", bodies["whole"] == WHOLE, bodies["whole"])
    evidence.check("an add here and a maximum there", bodies["apart"] == APART, bodies["apart"])
    wrappers = len(found["apart"].wrappers)
    evidence.check("in two programs", wrappers == 2, wrappers)
    for name, each in loops.items():
        evidence.value(f"{name}-kernels", len(found[name].kernels), "kernels")
        evidence.value(f"{name}-loads", sum(map(count_loads, each)), "loads")
        evidence.value(f"{name}-stores", sum(map(count_stores, each)), "stores")
    for number, loop in enumerate(loops["apart"], 1):
        shown = [statement.text for path in paths(loop) for statement in path]
        evidence.excerpt(f"loop-{number}.cpp", loop.keep(*shown, must_not=(".store(", "loadu(")))


CONTROLS = [Control("no break", fails="an add here and a maximum there", subject=tail)]
