"""Runs claims and their controls: what is started when, how each end is named, where the evidence goes."""

from __future__ import annotations

import contextlib
import errno
import json
import os
import secrets
import signal
import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path

from . import child, machine, planting, plants, store
from .errors import EngineError
from .model import Attempt, Build, Claim, ControlResult, Controls, Evidence, Outcome, Plants, Profile
from .pool import Pool, Process
from .project import Project
from .runs import Runs, keep_runs, load_runs
from .workspace import discard, exclusive, terminable, workspace

#: Of what a claim printed, so many characters are kept from each end.
OUTPUT_KEPT = 4_000
Listener = Callable[[Attempt], None]


@dataclass(frozen=True)
class _Task:
    """One process to start: a claim, one of its controls, or the claim under a plant."""

    claim: Claim
    control: int | None = None
    plant: str = ""

    @property
    def name(self) -> str:
        control = "" if self.control is None else f".control-{self.control}"
        return f"{self.claim.id}{control}{self.plant and f'.plant-{self.plant}'}"


@dataclass(frozen=True)
class Options:
    """How to run."""

    controls: bool = False
    plants: bool = False
    """Run every claim under each of the project's plants too."""
    reuse: bool = False
    """Leave out claims that the newest run has run in this very state and profile: only controls and plants are due."""
    fresh: bool = False
    """Every claim in an interpreter of its own, as `audit` does."""
    workers: int = 0
    """Processes at once; 0 stands for all cores."""
    record: bool = True
    """Put the evidence into build/fresh, where `check` and `accept` look for it."""
    keep: bool = False
    """Leave the work folder (caches, generated files) behind."""


def run_claims(project: Project, claims: list[Claim], options: Options, listen: Listener) -> Runs:
    """Run the claims, and their controls and plants where asked for; put the evidence into build/fresh.

    `listen` is called after each. Raises EngineError where nothing can be run at all; KeyboardInterrupt passes
    through once every process is gone. Accepted evidence is as before in every case.
    """
    begin = time.perf_counter()
    compiler = machine.find_compiler()
    nonce, state = secrets.token_hex(8), project.state()
    with exclusive(project), workspace(project, nonce, keep=options.keep) as work, terminable():
        before = store.snapshot(project.accepted)
        environment = machine.without_leaks(dict(os.environ)) | machine.reference_environment()
        try:
            with Pool(project.root, work, environment, fork=not options.fresh) as pool:
                runner = _Runner(project, pool, work, nonce, compiler, options, listen)
                profile, build, seconds = runner.probe()
                earlier = _reusable(project, claims, state, profile, build) if options.reuse else {}
                runner.run_all(claims, frozenset(earlier))
        finally:
            touched = store.restore(project.accepted, before)
    seconds["claims"] = time.perf_counter() - begin - seconds["warm start"]
    attempts = earlier | {a.claim: a for a in runner.done if a.control is None and not a.plant}
    # One run to the gate: what was reused and what ran now came from one state, under the earlier run's name.
    nonce = next((attempt.nonce for attempt in earlier.values()), nonce)
    attempts = {id: replace(attempt, nonce=nonce) for id, attempt in attempts.items()}
    controls = {c.id: _controls(c, runner.done, attempts[c.id]) for c in claims} if options.controls else {}
    planted = {c.id: _plants(project, c, runner.done, attempts[c.id]) for c in claims} if options.plants else {}
    paths = tuple(project.relative(path) for path in touched)
    runs = Runs(
        nonce, build, profile, attempts, controls, seconds, paths, planted, state,
        frozenset(earlier),
    )  # fmt: skip
    if options.record:
        keep_runs(project, claims, runs)
    return runs


class _Runner:
    def __init__(
        self,
        project: Project,
        pool: Pool,
        work: Path,
        nonce: str,
        compiler: machine.Compiler,
        options: Options,
        listen: Listener,
    ) -> None:
        self.project, self.pool, self.work, self.nonce, self.compiler = project, pool, work, nonce, compiler
        self.options, self.listen = options, listen
        self.done: list[Attempt] = []
        self.running: list[tuple[Process, float]] = []

    def probe(self) -> tuple[Profile, Build, dict[str, float]]:
        """Run an empty job: starts the server, and says what build and profile the claims will meet."""
        start = time.perf_counter()
        job = child.Job(
            "",
            "",
            "",
            str(self.project.root),
            str(self.work / "probe"),
            str(self.project.accepted),
            self.nonce,
            8.0,
            self.compiler,
        )
        process = self.pool.start(job, fresh=False)
        while process.status is None:
            if time.perf_counter() - start > 300:
                process.kill()
                raise EngineError("the warm start did not finish in 300 s", next="python -m claims run --json", code=3)
            time.sleep(0.01)
        attempt = self._attempt(process, 0.0, None)
        self.pool.forget(process)
        if attempt.evidence is None or attempt.outcome is not Outcome.FINISHED:
            if store.disk_is_full(self.work):
                raise store.unwritable(self.work, OSError(errno.ENOSPC, os.strerror(errno.ENOSPC)))
            blind = "vector ISA" in attempt.detail
            raise EngineError(
                f"the warm start failed: {attempt.detail}\n{'' if blind else attempt.traceback or attempt.output}",
                next="run again with the machine less busy, or set ATEN_CPU_CAPABILITY" if blind else "make env",
                code=3,
            )
        profile = attempt.evidence.profile
        seconds = {"warm start": time.perf_counter() - start}
        return (
            profile,
            attempt.evidence.build,
            seconds
            | {f"warm start: {k}": v for k, v in attempt.phases.items() if k not in ("start", "collect", "compiler")},
        )

    def run_all(self, claims: list[Claim], reused: frozenset[str]) -> None:
        """Run every job: fresh interpreters first since they take longest, claims that measure last and alone."""
        tasks = [_Task(claim) for claim in claims if claim.id not in reused]
        if self.options.controls:
            tasks += [_Task(claim, control=n) for claim in claims for n in range(len(claim.controls))]
        if self.options.plants:
            tasks += [_Task(claim, plant=plant) for plant in plants.discover_plants(self.project) for claim in claims]
        crowd = sorted((task for task in tasks if not task.claim.run.alone), key=lambda task: not self._fresh(task))
        alone = [task for task in tasks if task.claim.run.alone]
        workers = self.options.workers or os.cpu_count() or 1
        try:
            for batch, width in ((crowd, workers), (alone, 1)):
                waiting = list(batch)
                while waiting or self.running:
                    while waiting and len(self.running) < width:
                        self._start(waiting.pop(0))
                    self._wait()
        finally:
            for process, _ in self.running:
                process.kill()

    def _fresh(self, task: _Task) -> bool:
        own = task.control is not None and bool(task.claim.control_environments[task.control])
        return self.options.fresh or task.claim.run.fresh or own

    def _start(self, task: _Task) -> None:
        claim, fresh = task.claim, self._fresh(task)
        environment = claim.control_environments[task.control] if task.control is not None else ()
        job = child.Job(
            claim.id, claim.statement, claim.module, str(self.project.root), str(self.work / task.name),
            str(self.project.accepted), self.nonce, claim.run.memory, self.compiler, task.control, environment,
            task.plant,
        )  # fmt: skip
        limit = claim.run.seconds * (1 if claim.run.fresh or not fresh else 3)
        self.running.append((self.pool.start(job, fresh=fresh), limit))

    def _wait(self) -> None:
        for entry in list(self.running):
            process, limit = entry
            seconds = time.perf_counter() - process.started
            late = seconds > limit
            if process.status is None and not late:
                continue
            if process.status is None:
                process.kill()
            process.bury()
            self.pool.forget(process)
            attempt = self._attempt(process, seconds, limit if late else None)
            self.running.remove(entry)
            self.done.append(attempt)
            self.listen(attempt)
            discard(Path(process.job.work), keep=self.options.keep)
        time.sleep(0.005)

    def _attempt(self, process: Process, seconds: float, limit: float | None) -> Attempt:
        job, status = process.job, process.status
        work = Path(job.work)
        output = _output(work / "output.txt")
        attempt = Attempt(job.claim, Outcome.FINISHED, "", seconds, None, output, job.nonce, job.control, job.plant)
        if limit is not None:
            return replace(attempt, outcome=Outcome.TIMED_OUT, detail=f"killed after {limit:g} s")
        with contextlib.suppress(OSError, ValueError, KeyError, TypeError, store.TornEvidence):
            done = json.loads((work / child.DONE).read_text(encoding="utf-8"))
            if done["nonce"] == job.nonce:
                evidence = store.read_evidence(work / child.EVIDENCE)
                return replace(
                    attempt, outcome=Outcome[done["outcome"]], detail=done["detail"], traceback=done["traceback"],
                    phases=done["phases"], evidence=evidence,
                )  # fmt: skip
        if status is not None and status < 0:
            name = signal.Signals(-status).name
            memory = "bad_alloc" in output or "MemoryError" in output
            return replace(
                attempt,
                outcome=Outcome.MEMORY if memory else Outcome.CRASHED,
                detail=f"killed by {name} (exit status {128 - status})",
            )
        full = "; the disk of build/ is full" if store.disk_is_full(work) else ""
        return replace(attempt, outcome=Outcome.EXITED, detail=f"exit status {status}, nothing written{full}")


def _reusable(project: Project, claims: list[Claim], state: str, profile: Profile, build: Build) -> dict[str, Attempt]:
    """Return the newest run's attempts that another run in this state would only repeat: those that finished well."""
    newest = load_runs(project, claims)
    if newest is None or newest.touched or (newest.state, newest.profile, newest.build) != (state, profile, build):
        return {}
    return {
        id: attempt
        for id, attempt in newest.attempts.items()
        if attempt.outcome is Outcome.FINISHED and attempt.evidence is not None and not attempt.evidence.failed
    }


def _controls(claim: Claim, done: list[Attempt], attempt: Attempt) -> Controls:
    results = [
        control_result(claim, a, attempt.evidence)
        for a in sorted(
            (a for a in done if a.claim == claim.id and a.control is not None), key=lambda a: a.control or 0
        )
    ]
    return Controls(claim.digest, tuple(results))


def _plants(project: Project, claim: Claim, done: list[Attempt], attempt: Attempt) -> Plants:
    found = {a.plant: a for a in done if a.claim == claim.id and a.plant}
    known = plants.discover_plants(project)
    return Plants(
        claim.digest,
        tuple((name, plant.digest) for name, plant in known.items()),
        tuple(planting.plant_result(project, claim, found[name], attempt.evidence) for name in known),
    )


def control_result(claim: Claim, attempt: Attempt, ordinary: Evidence | None) -> ControlResult:
    """Judge one control: it must fail in the check it names, or give its value another figure than the ordinary run."""
    condition, fails = claim.controls[attempt.control or 0], claim.control_fails[attempt.control or 0]
    evidence = attempt.evidence
    if evidence is not None and fails in evidence.checks:
        check = evidence.checks[fails]
        then = f"; then {attempt.detail}" if attempt.outcome is Outcome.RAISED else ""
        found = (
            f"found {check.found}"
            if check.found
            else "the check does not hold"
            if not check.holds
            else "the check holds"
        )
        return ControlResult(condition, fails, not check.holds, found + then)
    if evidence is not None and ordinary is not None and fails in evidence.values and fails in ordinary.values:
        old, new = ordinary.values[fails], evidence.values[fails]
        return ControlResult(condition, fails, old.value != new.value, f"{new} in place of {old}")
    how = f"{attempt.outcome.value}: {attempt.detail}" if attempt.outcome is not Outcome.FINISHED else "finished"
    return ControlResult(condition, fails, False, f"{how}, and made no check or value called “{fails}”")


def _output(path: Path) -> str:
    """Return what a claim printed; of a long output both ends, with a note of what lies between."""
    if not path.is_file():
        return ""
    size = path.stat().st_size
    with path.open("rb") as stream:
        if size <= 2 * OUTPUT_KEPT:
            return stream.read().decode("utf-8", "replace")
        head = stream.read(OUTPUT_KEPT)
        stream.seek(size - OUTPUT_KEPT)
        tail = stream.read()
    return f"{head.decode('utf-8', 'replace')}\n… {size - 2 * OUTPUT_KEPT:,} bytes …\n{tail.decode('utf-8', 'replace')}"
