"""Finds the claims of a project by reading their scripts, without importing one."""

from __future__ import annotations

import ast
import hashlib
import re
from pathlib import Path
from typing import Any

from .errors import EngineError
from .model import SWAPPED, Claim, Run
from .project import Project


def discover(project: Project) -> list[Claim]:
    """Return every claim of the project, sorted by id.

    Raises EngineError where a script cannot be parsed or has no docstring, no ``collect`` or a bad ``RUN``.
    """
    article = sorted((project.scripts / "article").glob("*/*.py"))
    guide = sorted((project.scripts / "guide").glob("*.py"))
    claims = [_claim(project, path) for path in [*article, *guide] if path.name != "__init__.py"]
    return sorted(claims, key=lambda claim: claim.id)


def select(claims: list[Claim], patterns: tuple[str, ...]) -> list[Claim]:
    """Return the claims named by ids, by chapters (``fusion``) or all of them for no pattern.

    Raises EngineError for a pattern that names none.
    """
    if not patterns:
        return claims
    chosen: dict[str, Claim] = {}
    for pattern in patterns:
        matching = [claim for claim in claims if pattern in (claim.id, claim.chapter)]
        if not matching:
            raise EngineError(f"no claim or chapter is called {pattern!r}", next="python -m claims list")
        chosen |= {claim.id: claim for claim in matching}
    return [claim for claim in claims if claim.id in chosen]


def _claim(project: Project, path: Path) -> Claim:
    place = project.relative(path)
    try:
        source = path.read_text(encoding="utf-8")
        tree = ast.parse(source)
    except SyntaxError as error:
        raise EngineError(f"{place}:{error.lineno}: {error.msg}", next=f"mend {place}") from error
    except UnicodeDecodeError as error:
        raise EngineError(f"{place}: not UTF-8: {error.reason}", next=f"file --mime {place}") from error
    docstring = ast.get_docstring(tree)
    if not docstring:
        raise EngineError(
            f"{place}:1: a claim's first sentence is its docstring, and there is none", next=f"mend {place}"
        )
    if not any(isinstance(node, ast.FunctionDef) and node.name == "collect" for node in tree.body):
        raise EngineError(f"{place}: no function collect(evidence)", next=f"mend {place}")
    statement, explanation = first_sentence(docstring)
    controls, run = _controls(tree, place), _run(tree, place)
    if not run.measures and any(condition == SWAPPED for condition, _, _ in controls):
        raise EngineError(f"{place}: CONTROLS: Swap needs RUN = Run(measures=True)", next=f"mend {place}")
    return Claim(
        id=_id(path),
        statement=statement,
        script=path,
        place=place,
        module=".".join(path.relative_to(project.root).with_suffix("").parts),
        digest=hashlib.sha256(source.encode()).hexdigest(),
        source=source,
        controls=tuple(condition for condition, _, _ in controls),
        control_fails=tuple(fails for _, fails, _ in controls),
        control_environments=tuple(tuple(sorted(environment.items())) for _, _, environment in controls),
        explanation=explanation,
        run=run,
    )


def first_sentence(docstring: str) -> tuple[str, str]:
    """Return a docstring's first sentence on one line, and the rest."""
    paragraph, _, rest = docstring.partition("\n\n")
    flat = " ".join(paragraph.split())
    match = re.search(r"(?<=[.!?])\s+(?=[A-Z`“\"])", flat)
    if match is None:
        return flat, rest.strip()
    return flat[: match.start()], "\n\n".join(part for part in (flat[match.end() :], rest.strip()) if part)


def _id(path: Path) -> str:
    return f"{path.parent.name.replace('_', '-')}.{path.stem.replace('_', '-')}"


def _controls(tree: ast.Module, place: str) -> list[tuple[str, str, dict[str, str]]]:
    """Return condition, failing piece and environment of each ``Control(...)`` in ``CONTROLS = [...]``.

    These three must be literals, so that the runner knows them without importing the script.
    """
    value = _assigned(tree, "CONTROLS")
    if value is None:
        return []
    if not isinstance(value, ast.List | ast.Tuple):
        raise EngineError(f"{place}:{value.lineno}: CONTROLS: expected a list of Control(...)", next=f"mend {place}")
    found: list[tuple[str, str, dict[str, str]]] = []
    for call in value.elts:
        try:
            if not isinstance(call, ast.Call):
                raise ValueError("expected Control(...)")
            if isinstance(call.func, ast.Name) and call.func.id == "Swap":
                if len(call.args) != 1 or call.keywords:
                    raise ValueError("Swap takes the name of an ordering and nothing else")
                found.append((SWAPPED, str(_literal(call.args[0])), {}))
                continue
            named = {keyword.arg: keyword.value for keyword in call.keywords}
            if not call.args or "fails" not in named:
                raise ValueError("fails is missing" if call.args else "the condition is missing")
            environment = _literal(named["environment"]) if "environment" in named else {}
            found.append((str(_literal(call.args[0])), str(_literal(named["fails"])), environment))
        except ValueError as error:
            raise EngineError(
                f'{place}:{call.lineno}: CONTROLS: needs Control("condition", fails="a check or value", ...): {error}',
                next=f"mend {place}",
            ) from error
    return found


def _run(tree: ast.Module, place: str) -> Run:
    value = _assigned(tree, "RUN")
    if value is None:
        return Run()
    try:
        if not isinstance(value, ast.Call) or value.args:
            raise ValueError("expected Run(name=literal, ...)")
        return Run(**{keyword.arg or "**": _literal(keyword.value) for keyword in value.keywords})
    except (ValueError, TypeError) as error:
        raise EngineError(f"{place}:{value.lineno}: RUN: {error}", next=f"mend {place}") from error


def _literal(node: ast.expr) -> Any:
    try:
        return ast.literal_eval(node)
    except ValueError:
        raise ValueError(f"expected a literal, found {ast.unparse(node)}") from None


def _assigned(tree: ast.Module, name: str) -> ast.expr | None:
    for node in tree.body:
        targets = (
            node.targets if isinstance(node, ast.Assign) else [node.target] if isinstance(node, ast.AnnAssign) else []
        )
        if isinstance(node, ast.Assign | ast.AnnAssign) and any(
            isinstance(t, ast.Name) and t.id == name for t in targets
        ):
            return node.value
    return None
