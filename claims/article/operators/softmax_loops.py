"""The one generated function of softmax has four loops: one over the rows and three inside it, one after another.

The first finds the maximum of a row, the second sums exponentials, the third divides. Each needs what the loop before
it found out, so the row is gone over three times, twice in the input and once in a buffer beside it.
"""

from claims.engine import Collector, Control, compile_cpu
from claims.subjects import exponential, softmax, square

#: What does the work of each loop, as vector code or scalar code.
STATEMENTS = ("maximum(tmp_acc0_vec, tmp0)", "max_propagate_nan(tmp_acc0, tmp0)", ".exp()", "std::exp(", " / ")


def collect(evidence: Collector, subject=softmax) -> None:
    x = square(64)
    c = compile_cpu(subject, x)
    rows = c.kernel.loops
    inner = [loop for row in rows for loop in row.loops]
    evidence.value("functions", len(c.kernels), "function")
    evidence.value("loops", len(rows) + len(inner), "loops")
    evidence.value("passes", len(inner), "passes")
    evidence.check("three loops inside one over the rows", (len(rows), len(inner)) == (1, 3), len(inner))
    work = _work(inner)
    evidence.check("maximum, exponential, division", work == ["maximum", "exponential", "division"], work)
    reads = ["in_ptr0 +" in i.text or "in_ptr0[" in i.text for i in inner]
    evidence.value("input", sum(reads), "passes")
    evidence.check("the input is read in the first two", reads == [True, True, False], reads)
    huge = 1000.0 * x
    naive = huge.exp() / huge.exp().sum(-1, keepdim=True)
    finite = bool(naive.isfinite().all()), bool(c.compiled(huge).isfinite().all())
    evidence.check("without the maximum, large numbers fail", finite == (False, True), finite)
    function = c.kernel.function
    shown = [words for words in STATEMENTS if words in function]
    # For gcc alone, Inductor writes a pragma before a loop over rows.
    depends = (*function.artifact.depends, "compiler")
    evidence.excerpt("loops.cpp", function.keep("for(", *shown, frame=False), depends)


def _work(loops) -> list[str]:
    """Return what each loop does to its elements, by the operation that is in it."""
    words = {"exp(": "exponential", " / ": "division", "max": "maximum"}
    return [next((word for sign, word in words.items() if sign in loop.text), "nothing") for loop in loops]


CONTROLS = [
    Control("the exponential function alone", fails="three loops inside one over the rows", subject=exponential),
]
