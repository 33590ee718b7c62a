"""Evidence on disk: reads and writes a claim's folder, every file whole or not at all.

A folder holds evidence.json (checks, values, what each depends on), the excerpts and the whole artifacts that they
were cut from, measurements.json (never compared, never hashed), controls.json and plants.json. JSON has sorted keys
and a value a line, so that a git diff of snippets/ reads by itself.
"""

from __future__ import annotations

import errno
import hashlib
import json
import os
import shutil
from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any, TypeVar

from .errors import EngineError
from .model import (
    DEPENDENCIES,
    Build,
    Check,
    Controls,
    Evidence,
    Excerpt,
    Measurement,
    Ordering,
    Plants,
    Profile,
    Value,
)
from .project import Project
from .timing.stored import declared_fields, measured_fields, read_declared, read_measured
from .typed import typed

Record = TypeVar("Record")
#: Bytes below which a disk counts as full: small files may still fit where an artifact does not.
ROOM = 64 * 1024
EVIDENCE, MEASUREMENTS = "evidence.json", "measurements.json"
CONTROLS, PLANTS = "controls.json", "plants.json"
#: Margins: part of what a sentence is reviewed with, and written by `accept` alone.
CALIBRATION = "calibration.json"
#: How a claim ended that left no evidence on this build.
ENDED = "ended.json"
#: Number of the form that evidence.json has. Files of the first form carry no number.
SCHEMA = 1


class TornEvidence(Exception):
    """A file of an evidence folder cannot be read back: cut off, edited by hand, or missing."""

    def __init__(self, path: Path, why: str) -> None:
        super().__init__(f"{path}: {why}")
        self.path = path
        self.why = why


def dumps(value: Any) -> str:
    """Return JSON with sorted keys, a value a line, and a newline at the end."""
    return json.dumps(value, indent=2, sort_keys=True, ensure_ascii=False) + "\n"


def write_text(path: Path, text: str) -> None:
    """Write `text` so that readers see the old file or the new one, never a part.

    Raises EngineError, with nothing changed, where the folder cannot be written or the disk is full.
    """
    temporary = path.with_name(f".{path.name}.{os.getpid()}.tmp")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with temporary.open("w", encoding="utf-8") as stream:
            stream.write(text)
            stream.flush()
            os.fsync(stream.fileno())
        temporary.replace(path)
    except OSError as error:
        temporary.unlink(missing_ok=True)
        raise unwritable(path, error) from error


def unwritable(path: Path, error: OSError) -> EngineError:
    """Return the error that says why `path` cannot be written and what to do."""
    reason = error.strerror or str(error)
    if isinstance(error, shutil.Error) and isinstance(error.args[0], list):
        # copytree gathers what went wrong with each file, without an errno of its own.
        reason = str(error.args[0][0][-1])
    full = error.errno == errno.ENOSPC or os.strerror(errno.ENOSPC) in reason
    return EngineError(
        f"{path}: cannot be written: {reason}; nothing was changed",
        next=f"{'free space on that disk' if full else 'make the folder writable'}, then run again",
        code=3,
    )


def disk_is_full(folder: Path) -> bool:
    """Tell whether the disk of `folder` has no room left for as much as a claim's evidence."""
    return shutil.disk_usage(folder).free < ROOM


def write_evidence(folder: Path, evidence: Evidence) -> None:
    """Write everything but the outcomes of controls and plants into `folder`."""
    for excerpt in evidence.excerpts.values():
        write_text(folder / excerpt.name, excerpt.text)
        write_text(folder / excerpt.whole_name, excerpt.whole)
    measured = {m.name: {k: v for k, v in asdict(m).items() if k != "name"} for m in evidence.measurements.values()}
    measured |= {o.name: measured_fields(o) for o in evidence.orderings.values() if o.looks}
    if measured:
        write_text(folder / MEASUREMENTS, dumps(measured))
    write_text(folder / EVIDENCE, dumps(_to_json(evidence)))


def read_evidence(folder: Path) -> Evidence | None:
    """Return the evidence in `folder`, or None where there is none.

    Raises TornEvidence where a file is cut off, is not what was written, or is missing; EngineError where a newer
    version of this project wrote it.
    """
    path = folder / EVIDENCE
    found = read_record(path, lambda record: _evidence(path, record))
    if found is None:
        return None
    excerpts = {name: _with_texts(folder, excerpt) for name, excerpt in found.excerpts.items()}
    measured = read_record(folder / MEASUREMENTS, lambda record: _measured(record, found.orderings))
    orderings, measurements = measured or (found.orderings, {})
    return replace(found, excerpts=excerpts, orderings=orderings, measurements=measurements)


def write_controls(folder: Path, controls: Controls) -> None:
    write_text(folder / CONTROLS, dumps(asdict(controls)))


def read_controls(folder: Path) -> Controls | None:
    """Return the outcomes of the controls in `folder`, or None where they never ran.

    Raises TornEvidence where the file cannot be read back.
    """
    return read_record(folder / CONTROLS, lambda record: typed(Controls, record, "controls"))


def write_plants(folder: Path, plants: Plants) -> None:
    record = asdict(plants)
    if not plants.ran_on:
        del record["ran_on"]
    write_text(folder / PLANTS, dumps(record))


def read_plants(folder: Path) -> Plants | None:
    """Return how the claim fared under the plants, or None where they never ran.

    Raises TornEvidence where the file cannot be read back.
    """
    return read_record(folder / PLANTS, lambda record: typed(Plants, record, "plants"))


@dataclass(frozen=True)
class Ended:
    """ended.json: how a claim ended that left no evidence."""

    outcome: str
    detail: str


def write_ended(folder: Path, outcome: str, detail: str) -> None:
    """Keep how a claim ended that left no evidence."""
    write_text(folder / ENDED, dumps(asdict(Ended(outcome, detail))))


def read_ended(folder: Path) -> str:
    """Return how the claim ended, in one line; empty where nothing was kept.

    Raises TornEvidence where the file cannot be read back.
    """
    ended = read_record(folder / ENDED, lambda record: typed(Ended, record, "ended"))
    if ended is None:
        return ""
    return f"{ended.outcome}: {ended.detail}" if ended.detail else ended.outcome


def digest(folder: Path) -> str:
    """Return the hash that a reviewed sentence is tied to: evidence.json, the excerpts, their whole artifacts.

    Measurements, controls and plants are left out: they may move without making a sentence suspect.
    """
    hashed = hashlib.sha256()
    for path in sorted(folder.iterdir()):
        if path.name not in (MEASUREMENTS, CONTROLS, PLANTS) and not path.name.startswith("."):
            hashed.update(path.name.encode() + b"\0" + path.read_bytes() + b"\0")
    return hashed.hexdigest()


def replace_folder(source: Path, target: Path) -> None:
    """Put a copy of `source` in `target`'s place in one step; on failure `target` is as it was.

    Raises EngineError where the disk is full or the folder cannot be written.
    """
    incoming = target.with_name(f".{target.name}.incoming")
    outgoing = target.with_name(f".{target.name}.outgoing")
    try:
        shutil.rmtree(incoming, ignore_errors=True)
        shutil.rmtree(outgoing, ignore_errors=True)
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copytree(source, incoming)
        if target.exists():
            target.rename(outgoing)
        incoming.rename(target)
    except OSError as error:
        shutil.rmtree(incoming, ignore_errors=True)
        if outgoing.exists() and not target.exists():
            outgoing.rename(target)
        raise unwritable(target, error) from error
    shutil.rmtree(outgoing, ignore_errors=True)


def recover(build_folder: Path) -> None:
    """Finish what a killed `replace_folder` left: a folder that was moved away comes back, a half copy goes."""
    for left in sorted(build_folder.glob("*/.*.outgoing")) if build_folder.is_dir() else []:
        target = left.with_name(left.name[1:].removesuffix(".outgoing"))
        if target.exists():
            shutil.rmtree(left, ignore_errors=True)
        else:
            left.rename(target)
    for left in sorted(build_folder.glob("*/.*.incoming")) if build_folder.is_dir() else []:
        shutil.rmtree(left, ignore_errors=True)


def evidence_folders(build_folder: Path) -> list[Path]:
    """Return every evidence folder below a build's folder, sorted."""
    if not build_folder.is_dir():
        return []
    return sorted(
        claim
        for chapter in build_folder.iterdir()
        if chapter.is_dir()
        for claim in chapter.iterdir()
        if claim.is_dir() and not claim.name.startswith(".")
    )


def snapshot(folder: Path) -> dict[Path, bytes]:
    """Return the content of every file below `folder`."""
    return {path: path.read_bytes() for path in sorted(folder.rglob("*")) if path.is_file()}


def restore(folder: Path, before: Mapping[Path, bytes]) -> list[Path]:
    """Make `folder` hold exactly `before` again and return the files that had been touched.

    Folders that are left without a file go too: git would not keep them, and the gate would ask for their claims.
    """
    after = snapshot(folder) if folder.is_dir() else {}
    touched = sorted(path for path in {*before, *after} if before.get(path) != after.get(path))
    for path in touched:
        if path in before:
            path.parent.mkdir(parents=True, exist_ok=True)
            restored = path.with_name(f".{path.name}.restored")
            restored.write_bytes(before[path])
            restored.replace(path)
        else:
            path.unlink()
    for path in sorted([folder, *folder.rglob("*")], reverse=True) if folder.is_dir() else []:
        if path.is_dir() and not path.is_symlink() and not any(path.iterdir()):
            path.rmdir()
    return touched


def _to_json(evidence: Evidence) -> dict[str, Any]:
    return {
        "build": asdict(evidence.build),
        "checks": {
            k: {"depends": list(c.depends), "found": c.found, "holds": c.holds} for k, c in evidence.checks.items()
        },
        "claim": evidence.claim,
        "excerpts": {
            k: {"depends": list(e.depends), "language": e.language, "must_not": list(e.must_not)}
            for k, e in evidence.excerpts.items()
        },
        "orderings": {k: declared_fields(o) for k, o in evidence.orderings.items()},
        # A machine's accelerator is no business of a claim that asks for none.
        "profile": {k: v for k, v in asdict(evidence.profile).items() if k != "gpu" or v},
        "statement": evidence.statement,
        "values": {
            k: {"depends": list(v.depends), "unit": v.unit, "value": v.value} for k, v in evidence.values.items()
        },
    }


def _evidence(path: Path, record: dict[str, Any]) -> Evidence:
    """Return what evidence.json says: excerpts without their texts, orderings without what was measured of them."""
    schema = record.get("schema", 1)
    if type(schema) is not int:
        raise TypeError(f"schema: a number is expected, and it is {type(schema).__name__}")
    if schema > SCHEMA:
        raise EngineError(
            f"{_shown(path)}: written by a newer version of this project: schema {schema}, "
            f"and this one reads up to {SCHEMA}",
            next="git pull, to get the version that wrote it",
        )
    text = {"text": "", "whole": ""}
    found = Evidence(
        claim=typed(str, record["claim"], "claim"),
        statement=typed(str, record["statement"], "statement"),
        build=typed(Build, record["build"], "build"),
        profile=typed(Profile, record["profile"], "profile"),
        checks={k: typed(Check, _piece(k, v, "found", "depends"), k) for k, v in record["checks"].items()},
        values={k: typed(Value, _piece(k, v, "unit", "depends"), k) for k, v in record["values"].items()},
        excerpts={
            k: typed(Excerpt, _piece(k, v, "must_not", "depends") | text, k) for k, v in record["excerpts"].items()
        },
        orderings={k: read_declared(k, v) for k, v in record["orderings"].items()},
    )
    pieces: list[Check | Value | Excerpt] = [*found.checks.values(), *found.values.values(), *found.excerpts.values()]
    for piece in pieces:
        if unknown := sorted({*piece.depends} - {*DEPENDENCIES}):
            raise ValueError(f"{piece.name}: nothing depends on {unknown[0]!r}")
    return found


def _piece(name: str, record: Mapping[str, Any], *written: str) -> dict[str, Any]:
    """Return a piece's record with its name; `written` are fields that always are, though the type has a default."""
    return {**record, **{field: record[field] for field in written}, "name": name}


def _measured(
    record: dict[str, Any], declared: Mapping[str, Ordering]
) -> tuple[dict[str, Ordering], dict[str, Measurement]]:
    """Return the orderings with what was measured of them, and all other measurements."""
    orderings = {name: read_measured(ordering, record.get(name, {})) for name, ordering in declared.items()}
    others = {k: typed(Measurement, {**v, "name": k}, k) for k, v in record.items() if k not in declared}
    return orderings, others


def _with_texts(folder: Path, excerpt: Excerpt) -> Excerpt:
    texts = []
    for name in (excerpt.name, excerpt.whole_name):
        path = folder / name
        try:
            # As bytes: reading text would make every line ending the same.
            texts.append(path.read_bytes().decode("utf-8"))
        except (OSError, ValueError) as error:
            raise TornEvidence(path, f"named in {EVIDENCE} and not readable: {error}") from error
    return replace(excerpt, text=texts[0], whole=texts[1])


def read_record(path: Path, made: Callable[[dict[str, Any]], Record]) -> Record | None:
    """Return what `made` makes of a file, None where there is none. Raises TornEvidence where it can make nothing."""
    if not path.is_file():
        return None
    record = _read_json(path)
    try:
        return made(record)
    except KeyError as error:
        raise TornEvidence(path, f"not a record of {path.stem}: {error} is missing") from error
    except (AttributeError, OverflowError, TypeError, ValueError) as error:
        raise TornEvidence(path, f"not a record of {path.stem}: {error}") from error


def _read_json(path: Path) -> dict[str, Any]:
    try:
        record = json.loads(path.read_text(encoding="utf-8"), parse_constant=_number)
    except (OSError, ValueError, RecursionError) as error:
        raise TornEvidence(path, f"cannot be read: {error}") from error
    if not isinstance(record, dict):
        raise TornEvidence(path, "does not hold an object")
    return record


def _number(word: str) -> float:
    """Return what Python reads beyond JSON: infinities, which a figure may be, and not NaN, which equals nothing."""
    if word == "NaN":
        raise ValueError("NaN is no figure")
    return float(word)


def _shown(path: Path) -> str:
    """Return `path` as messages show it: from the root of the project that it lies in."""
    try:
        return Project.find(path.parent).relative(path.resolve())
    except EngineError:
        return str(path)
