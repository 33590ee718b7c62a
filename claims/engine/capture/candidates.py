"""The implementations of a product that Inductor's lowering considers: read from its source, watched while it runs."""

from __future__ import annotations

import ast
import contextlib
import io
import textwrap
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any
from unittest import mock

import torch
from torch._inductor.kernel import mm
from torch._inductor.select_algorithm import autotune_select_algorithm

from ..excerpt import Artifact
from .compilation import Compilation, compile_cpu
from .installed import installed_source


@dataclass(frozen=True)
class Candidate:
    """A statement of ``tuned_mm`` that adds a choice, and the predicates that stand before it."""

    name: str
    predicates: tuple[str, ...]
    """Names of the called predicates, outermost first; empty where none is asked."""


@dataclass(frozen=True)
class Selection:
    """What ``tuned_mm`` did in one compilation."""

    answers: Mapping[str, bool]
    """Per predicate that was asked, its answer."""
    choices: tuple[str, ...]
    """Names of the choices that were handed to the selection, in order."""
    if_not_constant: bool
    """What ``use_cpp_gemm_template`` says when told that the second operand need not be constant."""
    benchmarks: int
    """How many selections were decided by measuring."""
    said: str
    """What was written to standard error."""
    compilation: Compilation | None
    """None where the compilation failed."""


def candidates() -> tuple[Candidate, ...]:
    """Return the candidates that the installed ``tuned_mm`` can add, in the order of its source."""
    return candidates_in(installed_source(mm.tuned_mm).text)


def candidates_in(source: str) -> tuple[Candidate, ...]:
    """Return the candidates that a function can add, from its source, in order."""
    found: list[Candidate] = []
    _walk(ast.parse(textwrap.dedent(source)).body, (), found)
    return tuple(dict.fromkeys(found))


def selection(subject: Callable[..., Any], *inputs: Any, options: Mapping[str, Any] | None = None) -> Selection:
    """Compile `subject` with Inductor's settings `options`, call it once, and return how its product was selected."""
    answers: dict[str, bool] = {}
    choices: list[str] = []
    relaxed: list[bool] = []

    def watched(name: str, predicate: Callable[..., bool]) -> Callable[..., bool]:
        def ask(*arguments: Any, **named: Any) -> bool:
            if name == "use_cpp_gemm_template":
                relaxed.append(bool(predicate(*arguments, **named, require_constant_mat2=False)))
            answers[name] = bool(predicate(*arguments, **named))
            return answers[name]

        return ask

    def select(name: str, offered: list[Any], *arguments: Any, **named: Any) -> Any:
        choices.extend(choice.name for choice in offered)
        return autotune_select_algorithm(name, offered, *arguments, **named)  # type: ignore[no-untyped-call]

    stderr = io.StringIO()
    counters = torch._dynamo.utils.counters["inductor"]
    before = counters["select_algorithm_autotune"]
    with contextlib.ExitStack() as patches:
        for name in sorted({name for candidate in candidates() for name in candidate.predicates}):
            patches.enter_context(mock.patch.object(mm, name, watched(name, getattr(mm, name))))
        patches.enter_context(mock.patch.object(mm, "autotune_select_algorithm", select))
        patches.enter_context(contextlib.redirect_stderr(stderr))
        try:
            done = compile_cpu(subject, *inputs, options=options)
        except torch._inductor.exc.InductorError as error:
            stderr.write(str(error))
            done = None
    return Selection(
        answers,
        tuple(choices),
        any(relaxed),
        counters["select_algorithm_autotune"] - before,
        stderr.getvalue(),
        done,
    )


def candidates_artifact(found: tuple[Candidate, ...], answers: Mapping[str, bool]) -> Artifact:
    """Return candidates as a text: name, the first predicate before it, and the answer that this predicate gave."""
    rows = [
        (
            each.name,
            each.predicates[0] if each.predicates else "none",
            answers.get(each.predicates[0]) if each.predicates else None,
        )
        for each in found
    ]
    text = "".join(f"{name:<50}{asked:<32}{_word(answer)}".rstrip() + "\n" for name, asked, answer in rows)
    return Artifact("the candidates", text)


def _word(answer: bool | None) -> str:
    return "" if answer is None else "yes" if answer else "no"


def _walk(statements: list[ast.stmt], predicates: tuple[str, ...], found: list[Candidate]) -> None:
    """Collect the statements that add a choice, with the predicates of the ``if`` statements around them."""
    for statement in statements:
        if isinstance(statement, ast.If):
            asked = tuple(dict.fromkeys(name for name in _calls(statement.test) if _is_predicate(name)))
            _walk(statement.body, (*predicates, *(name for name in asked if name not in predicates)), found)
            _walk(statement.orelse, predicates, found)
        elif isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Call):
            if added := _added(statement.value):
                found.append(Candidate(added, predicates))
        elif isinstance(statement, ast.FunctionDef | ast.For | ast.With):
            _walk(statement.body, predicates, found)


def _added(call: ast.Call) -> str:
    """Return what a call adds to the choices: a template's name, or the text of the one that adds them itself."""
    text = ast.unparse(call.func)
    if text in ("templates_to_use.append", "choices.append"):
        return ast.unparse(call.args[0]).split("(")[0]
    name = text.rsplit(".", 1)[-1]
    adds = name.startswith("add_") and name.endswith("choices")
    return text if adds else ""


def _calls(test: ast.expr) -> list[str]:
    return [node.func.id for node in ast.walk(test) if isinstance(node, ast.Call) and isinstance(node.func, ast.Name)]


def _is_predicate(name: str) -> bool:
    return name.startswith("use_") and hasattr(mm, name)
