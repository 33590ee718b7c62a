"""The PyTorch source that claims cite, in two builds: kept beside the evidence, or read from installations.

Nothing is fetched or imported. `accept` and `upgrade` keep what the claims of a build cite while it is installed, so
that a reader needs none of the builds.
"""

from __future__ import annotations

import ast
import contextlib
import difflib
import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from .. import machine, store
from ..model import Evidence
from ..project import Project, with_devices
from ..typed import typed

_PLACE = re.compile(r"\btorch/[\w/]+\.py:\d+")


@dataclass(frozen=True)
class SourceDiff:
    """One definition of PyTorch that a claim cites, in both builds."""

    old: str
    """``torch/_inductor/kernel/mm.py:313``; empty where only the other side cites it."""
    new: str
    lines: tuple[str, ...]
    """Unified diff; empty where the definition is the same."""
    note: str
    """What there is to say in a phrase: ``the same, and moved``, or why there is no diff."""


#: Definitions by place: what the claims of a build cite, kept in its folder of snippets/.
CITED = "cited.json"
#: Where a build's source is: a folder of packages, or the definitions that were kept.
Source = Path | Mapping[str, str]


def keep_cited(folder: Path, packages: Path) -> None:
    """Keep in a build's folder the definitions that its claims cite, read from `packages`.

    Those of claims that require a device are kept there too. Where another build, or none, is installed there, what
    was kept stays.
    """
    installed = machine.build_in(packages)
    before = store.read_record(folder / CITED, dict) or {}
    known: dict[str, str] = {}
    for claim in [place for build in with_devices(folder) for place in store.evidence_folders(build)]:
        with contextlib.suppress(store.TornEvidence):  # the gate says so
            evidence = store.read_evidence(claim)
            for place in cited_places(evidence) if evidence else ():
                own = evidence is not None and evidence.build == installed
                if text := (definition_at(packages, place) if own else None) or before.get(place):
                    known[place] = text
    if known or (folder / CITED).is_file():
        store.write_text(folder / CITED, store.dumps(known))


def sources(project: Project) -> dict[str, Source]:
    """Return the source of each PyTorch at hand, by version: what was kept of it, else its installation."""
    found: dict[str, Source] = dict(installations(project))
    for file in project.snippets.glob(f"torch-*/{CITED}"):
        if kept := store.read_record(file, lambda record: typed(dict[str, str], record, "cited")):
            found[file.parent.name.removeprefix("torch-")] = kept
    return found


def installations(project: Project) -> dict[str, Path]:
    """Return the folder of packages of each PyTorch at hand, by version: .venv, build/envs/, this interpreter's."""
    folders = [
        *sorted(project.root.glob(".venv/lib/python*/site-packages")),
        *sorted(project.envs.glob("torch-*/lib/python*/site-packages")),
        machine.packages(),
    ]
    found = {}
    for folder in folders:
        if build := machine.build_in(folder):
            found[build.torch] = folder
    return found


def cited_sources(old: Evidence, new: Evidence, at_hand: Mapping[str, Source]) -> tuple[SourceDiff, ...]:
    """Return what became of each definition that the claim's evidence cites as ``path:line``, in its order."""
    before, after = cited_places(old), cited_places(new)
    pairs: list[tuple[str, str]] = []
    waiting = list(before)
    for place in after:
        partner = next((p for p in waiting if p.rpartition(":")[0] == place.rpartition(":")[0]), "")
        if partner:
            waiting.remove(partner)
        pairs.append((partner, place))
    pairs += [(place, "") for place in waiting]
    return tuple(_source_diff(pair, (old.build.torch, new.build.torch), at_hand) for pair in pairs)


def cited_places(evidence: Evidence) -> list[str]:
    """Return each ``torch/….py:line`` in what a claim found, in the order of its pieces, once."""
    texts = [check.found for _, check in sorted(evidence.checks.items())]
    texts += [str(value.value) for _, value in sorted(evidence.values.items())]
    texts += [excerpt.whole for _, excerpt in sorted(evidence.excerpts.items())]
    return list(dict.fromkeys(place for text in texts for place in _PLACE.findall(text)))


def _source_diff(places: tuple[str, str], versions: tuple[str, str], at_hand: Mapping[str, Source]) -> SourceDiff:
    if not all(places):
        return SourceDiff(*places, (), f"cited on torch {versions[0] if places[0] else versions[1]} alone")
    missing = [version for version in versions if version not in at_hand]
    if missing:
        return SourceDiff(*places, (), f"torch {missing[0]} is not installed here, and nothing of its source was kept")
    old, new = (definition_at(at_hand[version], place) for version, place in zip(versions, places, strict=True))
    if old is None or new is None:
        return SourceDiff(*places, (), "no definition starts there")
    before, after = (f"torch {version}/{place}" for version, place in zip(versions, places, strict=True))
    lines = tuple(difflib.unified_diff(old.splitlines(), new.splitlines(), before, after, lineterm="", n=2))
    same = "the same source" if places[0] == places[1] else "the same source, which moved"
    return SourceDiff(*places, lines, f"{_changed(lines)} lines changed" if lines else same)


def _changed(lines: tuple[str, ...]) -> int:
    return sum(line[:1] in "+-" and line[:3] not in ("---", "+++") for line in lines)


def definition_at(packages: Source, place: str) -> str | None:
    """Return the source of the function or class that starts at ``path:line``; of line 1, the whole file."""
    if not isinstance(packages, Path):
        return packages.get(place)
    path, _, number = place.rpartition(":")
    try:
        text = (packages / path).read_text(encoding="utf-8")
        tree = ast.parse(text)
    except (OSError, SyntaxError, UnicodeDecodeError):
        return None
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            first = min([node.lineno, *(decorator.lineno for decorator in node.decorator_list)])
            if first == int(number):
                return "\n".join(text.splitlines()[first - 1 : node.end_lineno])
    return text if number == "1" else None
