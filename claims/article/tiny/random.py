"""Random expressions of the language give, compiled, the same bits as numpy's float32 arithmetic done step by step.

Every NaN counts as equal to every other. The inputs are the edges of float32, infinities and NaN among them, and as
many elements as leave a remainder beside full vectors. Constants are folded in float32 as well; folded in double
precision, as Python alone would do it, some come out different.
"""

import re
import tempfile
from pathlib import Path

from hypothesis import HealthCheck, example, given, settings

from claims import tiny
from claims.engine import Collector, Control, Run, machine
from claims.tiny_random import INPUTS, differing, expressions, spelled

EXAMPLES = 100
#: Three constants whose sum depends on whether the first two are rounded in between; and where fused rounding shows.
CHAIN = ("+", ("+", ("+", 16777216.0, 1.0), 1.0), "x")
FUSED = ("+", ("*", "x", 1 / 3), -1 / 9)


def without_nan(text: str) -> str:
    """Return the C with a relu that asks the other way round, so that NaN fails the question and becomes zero."""
    return re.sub(r"0\.0f > (\S+) \? 0\.0f : \1;", r"\1 > 0.0f ? \1 : 0.0f;", text)


def collect(evidence: Collector, rounded=tiny.float32, edit=str) -> None:
    drawn = []

    @settings(
        max_examples=EXAMPLES, derandomize=True, database=None, deadline=None, suppress_health_check=list(HealthCheck)
    )
    @given(expressions())
    @example(CHAIN)
    @example(FUSED)
    @example(("relu", "x"))
    def draw(expression):
        drawn.append(expression)

    draw()
    at_random = drawn[3:]  # The three examples that are named come first.
    programs = [tiny.lower(tiny.parse(spelled(expression)), rounded) for expression in drawn]
    # One text with a function for each, so that the C compiler is started once.
    text = "\n".join(edit(tiny.emit(p)).replace("void run(", f"void run{n}(") for n, p in enumerate(programs))
    with tempfile.TemporaryDirectory() as folder:
        library = tiny.build(text, Path(folder), machine.find_compiler().command).library
        wrong = [e for n, e in enumerate(drawn) if differing(e, tiny.load(library, f"run{n}"))]
    evidence.check(
        "equal bits", not wrong, f"{len(wrong)} of {len(drawn)}: {list(map(spelled, wrong[:2]))}" if wrong else "all"
    )
    lengths = [len(program.instructions) for program in programs]
    evidence.check("the expressions are many and long", len(at_random) >= EXAMPLES and max(lengths) >= 5, max(lengths))
    evidence.value("inputs", len(INPUTS), "inputs")
    evidence.value("expressions", len(at_random), "expressions")


CONTROLS = [
    Control("constants folded in double precision", fails="equal bits", rounded=float),
    Control("a relu that turns NaN into zero", fails="equal bits", edit=without_nan),
]
RUN = Run(seconds=240)
