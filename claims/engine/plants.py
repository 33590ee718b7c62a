"""Plants: faults put into PyTorch on purpose, to see which claims notice.

A claim is only as good as what it would notice. Each plant is a switch of PyTorch's own or a patched function, applied
in the claim's process after the reference state was asserted, so that the claim believes in an ordinary machine.
By convention, each public function of ``capture/planted.py`` is one, and its docstring says what it does. A plant
costs a run of each claim that it meets; ``TRIED_ON`` there names the chapters of those that only some can notice.
"""

from __future__ import annotations

import ast
import hashlib
from collections.abc import Mapping
from dataclasses import dataclass

from .model import Claim, PlantResult, Plants
from .project import Project
from .verdict import Kind

#: The kinds of piece that a plant can break, the most telling first.
ORDER = (Kind.CHECK, Kind.VALUE, Kind.STATEMENT, Kind.PIECE, Kind.EXCERPT, Kind.LEFT_OUT, Kind.EMPTY)


@dataclass(frozen=True)
class Plant:
    """One fault, read from its function without importing it."""

    name: str
    """``no-size-assertions`` for the function ``no_size_assertions``."""
    sentence: str
    digest: str
    """Hash of the function's source: a plant that does something else has to be run again."""
    chapters: tuple[str, ...] = ()
    """Those whose claims it is tried on; empty for all."""


def discover_plants(project: Project) -> dict[str, Plant]:
    """Return the project's plants by name, in the order of their module; none where there is no such module."""
    path = project.scripts / "engine" / "capture" / "planted.py"
    if not path.is_file():
        return {}
    source = path.read_text(encoding="utf-8")
    tree = ast.parse(source)
    chapters = _chapters(tree)
    return {
        plant.name: plant
        for node in tree.body
        if isinstance(node, ast.FunctionDef) and not node.name.startswith("_")
        for plant in [_plant(node, source, chapters.get(node.name, ()))]
    }


def reaching(plants: Mapping[str, Plant], claim: Claim) -> dict[str, Plant]:
    """Return those of the plants that a claim is tried under."""
    if not claim.run.planted:
        return {}
    return {name: plant for name, plant in plants.items() if not plant.chapters or claim.chapter in plant.chapters}


def current(planted: Plants, claim: Claim, plants: Mapping[str, Plant]) -> bool:
    """Tell whether these outcomes are those of today's script and of today's plants."""
    today = {name: plant.digest for name, plant in reaching(plants, claim).items()}
    return planted.script == claim.digest and dict(planted.plants) == today


def kept(planted: Plants | None, claim: Claim, plants: Mapping[str, Plant]) -> tuple[PlantResult, ...]:
    """Return those of these outcomes that a run would only repeat: of today's script, plants and build."""
    if planted is None or planted.script != claim.digest or planted.ran_on:
        return ()
    same = {name for name, digest in planted.plants if name in plants and plants[name].digest == digest}
    return tuple(result for result in planted.results if result.plant in same)


def _chapters(tree: ast.Module) -> dict[str, tuple[str, ...]]:
    """Return what the module's ``TRIED_ON`` says: by function, the chapters that its plant is tried on."""
    for node in tree.body:
        if isinstance(node, ast.Assign) and [ast.unparse(target) for target in node.targets] == ["TRIED_ON"]:
            return {name: tuple(chapters) for name, chapters in ast.literal_eval(node.value).items()}
    return {}


def _plant(node: ast.FunctionDef, source: str, chapters: tuple[str, ...]) -> Plant:
    text = ast.get_source_segment(source, node) or ""
    sentence = (ast.get_docstring(node) or node.name).split("\n\n")[0].replace("\n", " ").removesuffix(".")
    return Plant(node.name.replace("_", "-"), sentence, hashlib.sha256(text.encode()).hexdigest()[:16], chapters)
