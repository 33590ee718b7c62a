"""A compiler to be read in one sitting: from an expression in ``x`` to a function in a shared object.

Its language, in full::

    expression ::= expression "+" expression | expression "*" expression | "relu" "(" expression ")"
                 | "(" expression ")" | "x" | number | "-" number

Every value is a float32. `parse` makes a tree, `lower` a list of instructions in static single assignment form,
`emit` C, `build` assembly, an object and a shared object, and `load` a function that Python can call. It owes
nothing to PyTorch, and its relu keeps NaN as PyTorch's does.
"""

from __future__ import annotations

import ast
import ctypes
import math
import operator
import re
import subprocess
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

EXPRESSION = "relu(x * (2 + 1) + 1)"

#: Each operation is rounded on its own: without -ffp-contract=off a multiplication and an addition may become one.
FLAGS = ("-O3", "-ffp-contract=off", "-fPIC", "-fno-ident")

#: Expressions nested deeper than this are refused: the passes below follow the tree by recursion.
DEEPEST = 200
#: The largest float32.
LARGEST = float.fromhex("0x1.fffffep127")


class NotInLanguage(Exception):
    """The source is not an expression of the language; says where, counted from one, and what was expected."""

    def __init__(self, line: int, column: int, message: str) -> None:
        super().__init__(f"{line}:{column}: {message}")
        self.line, self.column = line, column


@dataclass(frozen=True)
class Meaning:
    """What an operation does, and how it is written at two stages."""

    python: Callable[..., float]
    ssa: str
    c: str


#: Python's max gives its first argument unless the second is greater, and nothing is greater than NaN.
MEANINGS = {
    "+": Meaning(operator.add, "{} + {}", "{} + {}"),
    "*": Meaning(operator.mul, "{} * {}", "{} * {}"),
    "relu": Meaning(lambda value: max(value, 0.0), "max({}, 0.0)", "0.0f > {0} ? 0.0f : {0}"),
}

Leaf = str | float


@dataclass(frozen=True)
class Operation:
    """An inner node of the tree; a leaf is the variable's name or a number."""

    name: str
    operands: tuple[Tree, ...]


Tree = Leaf | Operation


def parse(source: str) -> Tree:
    """Return the tree of an expression. Raises NotInLanguage for everything else.

    Python's own parser finds the structure; what it finds beyond this language is refused here.
    """
    try:
        return _tree(ast.parse(source, mode="eval").body, source, 1)
    except SyntaxError as error:
        raise NotInLanguage(error.lineno or 1, max(error.offset or 1, 1), f"not an expression: {error.msg}") from None
    except (ValueError, RecursionError, MemoryError) as error:
        raise NotInLanguage(1, 1, f"Python cannot read it: {error}") from None


def _tree(node: ast.expr, source: str, depth: int) -> Tree:
    if depth > DEEPEST:
        raise _refused(node, source, f"nested deeper than {DEEPEST} levels")
    match node:
        case ast.Name("x"):
            return "x"
        case ast.Constant(bool()) | ast.UnaryOp(_, ast.Constant(bool())):
            pass
        case ast.Constant(int() | float() as number):
            return _number(node, source, number)
        case ast.UnaryOp(ast.USub(), ast.Constant(int() | float() as number)):
            return _number(node, source, -number)
        case ast.BinOp(left, ast.Add() | ast.Mult() as sign, right):
            name = "+" if isinstance(sign, ast.Add) else "*"
            return Operation(name, (_tree(left, source, depth + 1), _tree(right, source, depth + 1)))
        case ast.Call(ast.Name("relu"), [ast.expr() as argument], []) if not isinstance(argument, ast.Starred):
            return Operation("relu", (_tree(argument, source, depth + 1),))
    raise _refused(node, source, _expected(node))


def _number(node: ast.expr, source: str, number: float) -> float:
    if abs(number) > LARGEST:
        raise _refused(node, source, "the number is too large for float32")
    return float32(number)


def _expected(node: ast.expr) -> str:
    """Return what to say of a node that the language does not have."""
    match node:
        case ast.Name(name):
            return f"unknown name {name!r}; the only variable is x"
        case ast.Call():
            return "the only call is relu, of one argument"
        case ast.BinOp() | ast.UnaryOp() | ast.BoolOp() | ast.Compare():
            return "unknown operator; there are + and *, and a minus as the sign of a number"
    return f"unexpected {type(node).__name__}; expected +, *, relu(...), x or a number such as 3 or 0.5"


def _refused(node: ast.expr, source: str, message: str) -> NotInLanguage:
    """Return the error for a node; Python counts its columns in bytes, a reader counts characters."""
    line = re.split(r"\r\n|\r|\n", source)[node.lineno - 1]
    return NotInLanguage(node.lineno, len(line.encode()[: node.col_offset].decode()) + 1, message)


def draw(tree: Tree, margin: str = "") -> str:
    """Return the tree as text, a node a line, operands below and to the right of what consumes them."""
    if isinstance(tree, Operation):
        return f"{margin}{tree.name}\n" + "".join(draw(operand, margin + "    ") for operand in tree.operands)
    return f"{margin}{tree}\n"


@dataclass(frozen=True)
class Instruction:
    """One operation on leaves and earlier results, whose own result has a name that nothing else defines."""

    name: str
    operation: str
    operands: tuple[Leaf, ...]

    def __str__(self) -> str:
        return f"{self.name} = {MEANINGS[self.operation].ssa.format(*self.operands)}"


@dataclass(frozen=True)
class Program:
    """Instructions in the order in which they run, and where the result is then found."""

    instructions: tuple[Instruction, ...]
    result: Leaf

    def __str__(self) -> str:
        return "".join(f"{instruction}\n" for instruction in self.instructions)


def float32(number: float) -> float:
    """Return the nearest float32, which a Python float can hold exactly.

    A sum or a product of two float32 that is formed in double precision and rounded by this is the one that float32
    arithmetic gives: 53 bits are more than twice 24 and two (Figueroa, When is double rounding innocuous?, 1995).
    """
    return ctypes.c_float(number).value


def lower(tree: Tree, rounded: Callable[[float], float] = float32) -> Program:
    """Return the instructions that compute a tree, leaves first; what is known now is computed now, and `rounded`.

    A known result that is no finite number is left to the machine.
    """
    instructions: list[Instruction] = []

    def place(node: Tree) -> Leaf:
        if not isinstance(node, Operation):
            return node
        operands = tuple(place(operand) for operand in node.operands)
        numbers = [operand for operand in operands if isinstance(operand, float)]
        if len(numbers) == len(operands):
            known = rounded(MEANINGS[node.name].python(*numbers))
            if math.isfinite(known):
                return known
        instructions.append(Instruction(f"t{len(instructions)}", node.name, operands))
        return instructions[-1].name

    result = place(tree)
    return Program(tuple(instructions), result)


def emit(program: Program, restrict: bool = False) -> str:
    """Return a C function that runs the program on every element of a buffer of `n` floats.

    `restrict` promises the C compiler that the two buffers never overlap.
    """
    pointer = "*restrict " if restrict else "*"
    texts = [(i.name, MEANINGS[i.operation].c.format(*map(_in_c, i.operands))) for i in program.instructions]
    body = "".join(f"        float {name} = {text};\n" for name, text in [("x", "input[i]"), *texts])
    return f"""#include <stddef.h>

void run(const float {pointer}input, float {pointer}output, size_t n) {{
    for (size_t i = 0; i < n; ++i) {{
{body}        output[i] = {_in_c(program.result)};
    }}
}}
"""


def _in_c(leaf: Leaf) -> str:
    return leaf if isinstance(leaf, str) else f"{leaf!r}f"


@dataclass(frozen=True)
class Steps:
    """The files that a program passes through, each made from the one before."""

    source: Path
    assembly: Path
    object: Path
    library: Path


def build(c: str, folder: Path, compiler: str = "cc", flags: Iterable[str] = FLAGS) -> Steps:
    """Compile, assemble and link a C text in three steps. Raises subprocess.CalledProcessError where one fails."""
    steps = Steps(*(folder / f"run.{suffix}" for suffix in ("c", "s", "o", "so")))
    steps.source.write_text(c, encoding="utf-8")
    for command in (
        ["-x", "c", *flags, "-S", "run.c", "-o", "run.s"],
        ["-c", "run.s", "-o", "run.o"],
        ["-shared", "run.o", "-o", "run.so"],
    ):
        subprocess.run([compiler, *command], cwd=folder, check=True, capture_output=True, text=True)
    return steps


def load(library: Path, name: str = "run") -> Callable[[Sequence[float]], list[float]]:
    """Return the function in a shared object as one that takes numbers and returns as many."""
    run: Any = getattr(ctypes.CDLL(str(library)), name)
    run.argtypes, run.restype = [ctypes.c_void_p, ctypes.c_void_p, ctypes.c_size_t], None

    def function(values: Sequence[float]) -> list[float]:
        output = (ctypes.c_float * len(values))()
        run((ctypes.c_float * len(values))(*values), output, len(values))
        return list(output)

    return function
