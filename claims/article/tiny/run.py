"""Called from Python on five numbers, the compiled function returns what Python computes for each.

It is called for other lengths too, among them none at all and some that leave a remainder beside full vectors.
"""

import tempfile
from pathlib import Path

from claims import tiny
from claims.engine import Artifact, Collector, Control, machine

INPUTS = [-2.0, -0.25, 0.0, 0.5, 4.0]
LENGTHS = (0, 1, 3, 4, 5, 16, 37, 1000)


def python(x: float) -> float:
    """The expression in Python's own arithmetic, which is exact for these numbers."""
    return max(x * (2 + 1) + 1, 0.0)


def collect(evidence: Collector, source=tiny.EXPRESSION) -> None:
    with tempfile.TemporaryDirectory() as folder:
        text = tiny.emit(tiny.lower(tiny.parse(source)))
        run = tiny.load(tiny.build(text, Path(folder), machine.find_compiler().command).library)
    outputs = run(INPUTS)
    evidence.check("as Python computes", outputs == [python(x) for x in INPUTS], outputs)
    evidence.value("inputs", INPUTS)
    evidence.value("outputs", outputs)
    wrong = [n for n in LENGTHS if run(range(-7, n - 7)) != [python(x) for x in range(-7, n - 7)]]
    evidence.check("as Python computes, for every length", not wrong, wrong or LENGTHS)
    rows = "".join(f"{x:>6}{y:>7}\n" for x, y in zip(INPUTS, outputs, strict=True))
    evidence.excerpt("calls.txt", Artifact("the calls", f"{'x':>6}{'run':>7}\n{rows}"))


CONTROLS = [
    Control("another constant in the source", fails="as Python computes", source="relu(x * (2 + 1) + 2)"),
    Control("the relu left out", fails="as Python computes", source="x * (2 + 1) + 1"),
]
