"""Names may change and nothing else: the canonical form of two texts."""

from __future__ import annotations

import random
import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from claims.engine.diff.canonical import align
from claims.engine.diff.hunks import diff_excerpts, kept_lines, partners
from claims.engine.diff.names import tokenise
from claims.engine.diff.words import mark
from claims.engine.model import Excerpt

#: A loop body of which each line takes two earlier values.
_OPERANDS = st.lists(st.tuples(st.integers(0, 30), st.integers(0, 30), st.sampled_from("+-*")), min_size=1, max_size=12)
_texts = st.lists(st.text("ab0 _.(\n", max_size=8), max_size=6).map(tuple)


def body(operands: list[tuple[int, int, str]]) -> str:
    lines = ["auto tmp0 = load(in_ptr0);"]
    for number, (a, b, sign) in enumerate(operands, 1):
        lines.append(f"auto tmp{number} = tmp{a % number} {sign} tmp{b % number};")
    return "".join(f"{line}\n" for line in lines)


def excerpt(text: str, whole: str = "") -> Excerpt:
    return Excerpt("loop.cpp", text, whole or text, "cpp")


@settings(deadline=None)
@given(operands=_OPERANDS, seed=st.integers(0, 1000))
def test_any_renumbering_is_only_a_renumbering(operands: list[tuple[int, int, str]], seed: int) -> None:
    """Temporaries under any other numbers, consistently, leave no hunk; one other sign shows its line."""
    text = body(operands)
    numbers = list(range(40))
    random.Random(seed).shuffle(numbers)
    renamed = re.sub(r"tmp(\d+)", lambda match: f"tmp{numbers[int(match[1])]}", text)
    assert diff_excerpts(excerpt(text), excerpt(renamed)).hunks == ()
    at = seed % len(operands) + 1
    lines = renamed.splitlines(keepends=True)
    lines[at] = re.sub(r" [-+*] ", " % ", lines[at])
    hunks = diff_excerpts(excerpt(text), excerpt("".join(lines))).hunks
    assert lines[at].rstrip() in [line for hunk in hunks for line in hunk.new]


@settings(deadline=None)
@given(operands=_OPERANDS, at=st.integers(0, 11), other=st.integers(1, 30))
def test_another_operand_never_hides_behind_a_name(operands: list[tuple[int, int, str]], at: int, other: int) -> None:
    """A text in which one use of a temporary becomes another's is never only renamed."""
    number = at % len(operands) + 1
    a, b, sign = operands[number - 1]
    changed = [*operands]
    changed[number - 1] = ((a + other) % number, b, sign)
    old, new = body(operands), body(changed)
    assert bool(diff_excerpts(excerpt(old), excerpt(new)).hunks) == (old != new)


def test_pairs_are_counted_over_the_whole_text() -> None:
    """What a name stands for is what most lines say, not what the first line says."""
    old = "use(tmp1);\nuse(tmp2);\nstore(tmp2);\nsave(tmp2);\n"
    new = "use(tmp7);\nuse(tmp8);\nstore(tmp7);\nsave(tmp7);\n"
    assert align(old, new, "cpp").renamed == (("tmp2", "tmp7"),)


def test_a_name_that_only_one_side_assigns_is_a_word() -> None:
    """An alias that one build no longer makes does not turn every use of its word into a change."""
    old, new = "aten = torch.ops.aten\nx = aten.mm(aten)\n", "x = aten.mm(aten)\n"
    aligned = align(old, new, "python")
    assert aligned.old_keys[1:] == aligned.new_keys


def test_attributes_are_no_names() -> None:
    """``operator.add`` is no node called ``add``."""
    (line,) = tokenise("add = operator.add(buf0)\n", "python", {"add": "add"})
    assert [token.text for token in line if token.stem] == ["add", "buf0"]


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("s0 + u1 * s77", ["s0", "u1", "s77"]),
        ("x86_64 u8 s32 int64_t float32", []),
        ("x0 x0_tail tmp1_vec in_out_ptr0", ["x0", "x0_tail", "tmp1_vec", "in_out_ptr0"]),
        (
            "arg0_1 primals_2 buf3 op4 cpp_fused_add_relu_0",
            ["arg0_1", "primals_2", "buf3", "op4", "cpp_fused_add_relu_0"],
        ),
    ],
    ids=["symbols", "types", "locals", "globals"],
)
def test_what_counts_as_a_name(text: str, names: list[str]) -> None:
    """Names that a compiler numbers are names; widths of types and the architecture are words."""
    (line,) = tokenise(text, "text", {})
    assert [token.text for token in line if token.stem] == names


def test_kept_lines_are_found_by_the_elisions() -> None:
    """Of two lines that read the same, the excerpt shows the one that its elisions lead to."""
    whole = "{\n    a;\n    b;\n\n    a;\n    c;\n}\n"
    assert kept_lines(excerpt("{\n    // … 2 lines\n    a;\n    // … 1 line\n}\n", whole)) == {0, 4, 6}


def test_kept_lines_of_another_cut() -> None:
    """Where no such place is found, every line that reads the same counts as shown."""
    assert kept_lines(excerpt("a;\na;\n", "a;\nb;\na;\n")) == {0, 2}


def test_partners_of_a_replaced_block() -> None:
    """Lines that stand for each other are found between lines that came; a rewritten block has none."""
    lines = [tokenise(text, "cpp", {}) for text in ("f(a, 8L);\n", "int flag = 0;\nf(a, 16L);\n", "return;\n")]
    assert partners(lines[0], lines[1]) == [(0, 1)]
    assert partners(lines[0], lines[2]) == []


@given(old=_texts, new=_texts)
def test_marks_lose_nothing(old: tuple[str, ...], new: tuple[str, ...]) -> None:
    """The marked words of each side give the side back but for indentation, and the others are the same on both."""
    old, new = (tuple(line.replace("\n", "") for line in side) for side in (old, new))
    left, right = mark(old, new)
    for side, marked in ((old, left), (new, right)):
        found = ["".join(word.text for word in line) for line in marked]
        assert [line.lstrip() for line in found] == [line.lstrip() for line in side]


def test_marks_leave_out_common_indentation() -> None:
    """Blanks that every line of both sides begins with are left out; deeper lines keep the rest of theirs."""
    left, right = mark(("    if x:", "        y"), ("    if z:", "", "        y"))
    assert ["".join(word.text for word in line) for line in left] == ["if x:", "    y"]
    assert ["".join(word.text for word in line) for line in right] == ["if z:", "", "    y"]
