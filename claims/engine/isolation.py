"""Runs little claim scripts as the engine runs every claim, in a process of its own each, and says how each ended."""

from __future__ import annotations

import json
import secrets
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from . import child, machine, store
from .forks import end_of_fork
from .model import Evidence, Outcome


@dataclass(frozen=True)
class ScriptEnd:
    """How one script's process ended."""

    status: int
    """Exit status, or the number of the signal that killed it, negative."""
    signal: str
    """Name of that signal; empty for a process that left by itself."""
    words: str
    """The engine's own words for it."""
    evidence: Evidence | None


def run_scripts(folder: Path, scripts: Mapping[str, str]) -> dict[str, ScriptEnd]:
    """Run claim scripts one after another, each in a fork that `child.main` makes a claim's process of.

    `folder` is theirs to write to; `scripts` are their texts by module name.
    """
    protected, nonce, compiler = folder / "accepted", secrets.token_hex(4), machine.find_compiler()
    ends = {}
    for name, text in scripts.items():
        (folder / f"{name}.py").write_text(text, encoding="utf-8")
        job = child.Job(name, "", name, str(folder), str(folder / "work" / name), str(protected), nonce, 4.0, compiler)
        end = end_of_fork(lambda job=job: child.main(job))  # type: ignore[misc]
        ends[name] = _judged(job, end.status, end.signal)
    return ends


def _judged(job: child.Job, status: int, signal: str) -> ScriptEnd:
    """Trust what the process wrote only where it carries this run's own nonce."""
    done = Path(job.work, child.DONE)
    record = json.loads(done.read_text(encoding="utf-8")) if done.is_file() else {}
    if record.get("nonce") != job.nonce:
        words = f"killed by {signal}" if signal else f"left with status {status} and wrote nothing"
        return ScriptEnd(status, signal, words, None)
    outcome = Outcome[record["outcome"]]
    words = f"{outcome.value}: {record['detail']}" if record["detail"] else outcome.value
    evidence = store.read_evidence(Path(job.work, child.EVIDENCE)) if outcome is Outcome.FINISHED else None
    return ScriptEnd(status, signal, words, evidence)
