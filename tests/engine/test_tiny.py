"""The small compiler: what it makes agrees with Python's arithmetic, and what it refuses is pointed at."""

from __future__ import annotations

import math
import shutil
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from claims import tiny
from claims.tiny_random import differing, expressions, spelled, stepwise

COMPILER = shutil.which("cc") or shutil.which("gcc") or shutil.which("clang")
needs_compiler = pytest.mark.skipif(COMPILER is None, reason="no C compiler on this machine")


def interpreted(program: tiny.Program, x: float) -> float:
    """Run the instructions one after another, each result a float32."""
    values: dict[tiny.Leaf, float] = {"x": x}
    for instruction in program.instructions:
        operands = [values.get(operand, operand) for operand in instruction.operands]
        values[instruction.name] = tiny.float32(tiny.MEANINGS[instruction.operation].python(*operands))
    result = values.get(program.result, program.result)
    assert isinstance(result, float)
    return result


@given(expressions(), st.floats(width=32))
def test_the_instructions_mean_what_the_source_means(expression: object, x: float) -> None:
    """Interpreted in float32, the instructions give what numpy gives step by step, and NaN for NaN."""
    import numpy

    with numpy.errstate(all="ignore"):
        wanted = float(stepwise(expression, numpy.array([x], numpy.float32))[0])
    found = interpreted(tiny.lower(tiny.parse(spelled(expression))), x)
    assert (math.isnan(found) and math.isnan(wanted)) or (found, math.copysign(1, found)) == (
        wanted,
        math.copysign(1, wanted),
    )


@given(expressions())
def test_every_name_is_defined_once_and_before_it_is_used(expression: object) -> None:
    """Static single assignment, for every expression."""
    known = {"x"}
    for instruction in tiny.lower(tiny.parse(spelled(expression))).instructions:
        assert {operand for operand in instruction.operands if isinstance(operand, str)} <= known
        assert instruction.name not in known
        known.add(instruction.name)


@given(expressions())
def test_no_operation_on_constants_is_left_but_what_overflows(expression: object) -> None:
    """An instruction whose operands are all numbers is one whose result is not finite."""
    for instruction in tiny.lower(tiny.parse(spelled(expression))).instructions:
        numbers = [operand for operand in instruction.operands if isinstance(operand, float)]
        if len(numbers) == len(instruction.operands):
            assert not math.isfinite(tiny.float32(tiny.MEANINGS[instruction.operation].python(*numbers)))


@given(st.text(alphabet="x()+*-.relu01 \n\0é_=,'#", max_size=30))
def test_any_text_is_a_tree_or_an_error_inside_it(text: str) -> None:
    """Whatever is typed, the answer is a tree, or an error whose line and column exist."""
    try:
        tiny.parse(text)
    except tiny.NotInLanguage as error:
        lines = text.split("\n")
        assert 1 <= error.line <= len(lines) + 1
        assert error.column >= 1
        assert str(error).startswith(f"{error.line}:{error.column}: ")


@needs_compiler
@settings(max_examples=20, deadline=None, suppress_health_check=list(HealthCheck))
@given(expression=expressions())
def test_the_compiled_function_has_the_same_bits(expression: object, tmp_path_factory: pytest.TempPathFactory) -> None:
    """Vectors, remainder and folding together give the bits of float32 arithmetic done step by step."""
    folder = tmp_path_factory.mktemp("tiny")
    text = tiny.emit(tiny.lower(tiny.parse(spelled(expression))))
    assert not differing(expression, tiny.load(tiny.build(text, folder, COMPILER or "cc").library))


@pytest.mark.parametrize(
    ("source", "line", "column", "words"),
    [
        ("relu(x * 2 + y)", 1, 14, "unknown name 'y'"),
        ("(x +\n    é)", 2, 5, "unknown name 'é'"),
        ("(x + # é\n sin(x))", 2, 2, "the only call is relu"),
        ("é + x", 1, 1, "unknown name"),
        ("x + 1e39", 1, 5, "too large"),
        ("x + 1" + "0" * 400, 1, 5, "too large"),
        ("x / 2", 1, 1, "unknown operator"),
        ("x + True", 1, 5, "unexpected Constant"),
        ("relu(x", 1, 5, "never closed"),
        ("", 1, 1, "not an expression"),
        ("+".join("x" * 300), 1, 1, "nested deeper"),
        ("\0", 1, 1, "null bytes"),
    ],
)
def test_what_is_outside_the_language_is_pointed_at(source: str, line: int, column: int, words: str) -> None:
    """The error gives line and column, counted in characters from one, and says what is wrong there."""
    with pytest.raises(tiny.NotInLanguage, match=words) as caught:
        tiny.parse(source)
    assert (caught.value.line, caught.value.column) == (line, column)


def test_the_file_can_be_read_in_one_sitting() -> None:
    """Under 250 lines, and nothing of PyTorch in it."""
    text = Path(tiny.__file__).read_text(encoding="utf-8")
    assert len(text.splitlines()) < 250
    assert "import torch" not in text
