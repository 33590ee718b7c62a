"""In both versions the loop loads one vector and stores one in each iteration: the second buffer adds no traffic to it.

Counted in the generated C++, and again in the machine code that ran, in bytes. Which memory the bytes belong to is
another matter: the loop in place touches one matrix, the other one touches two.
"""

from claims.engine import Collector, Control, compile_cpu, count_loads, count_stores
from claims.subjects import keep_product, line, line_and_sum, square


def collect(evidence: Collector, second=keep_product) -> None:
    loops = []
    for name, subject in (("one", line), ("two", second)):
        kernel = compile_cpu(subject, square(64)).kernel
        (loop,) = kernel.loops
        loads, stores = count_loads(loop), count_stores(loop)
        evidence.check(f"{name}: one load", loads == 1, loads)
        evidence.check(f"{name}: one store", stores == 1, stores)
        evidence.value(f"{name}-loads", loads, "loads")
        evidence.value(f"{name}-stores", stores, "stores")
        machine = [each for each in kernel.machine_code.loops if each.stores]
        evidence.check(
            f"{name}: machine code stores what it loads",
            machine and all(each.loads == each.stores for each in machine),
            [(each.loads, each.stores) for each in machine],
        )
        loops.append(loop)
    first, other = loops
    evidence.check("as many iterations", first.iterations == other.iterations, other.iterations)
    evidence.value("bytes", machine[0].loads, "bytes loaded per iteration", kernel.machine_code.artifact.depends)
    evidence.check("arithmetic alike", _arithmetic(first) == _arithmetic(other), _arithmetic(other))
    evidence.excerpt("two.cpp", other.keep("loadu(" if "loadu(" in other else "tmp0 = ", "ptr0", frame=False))


def _arithmetic(loop) -> list[str]:
    """Return the statements that neither load nor store."""
    return [row.strip() for row in loop.lines if "tmp" in row and "ptr" not in row]


CONTROLS = [
    Control("the sum before the relu returned instead", fails="two: one store", second=line_and_sum),
]
