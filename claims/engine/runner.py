"""Starts the processes of a run, names each end, holds those that are to be timed."""

from __future__ import annotations

import contextlib
import errno
import json
import os
import secrets
import signal
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from types import MappingProxyType

from . import child, machine, plants, store
from .built_once import BUILT
from .errors import EngineError
from .model import SWAPPED, Attempt, Build, Claim, Ordering, Outcome, Profile
from .pool import Pool, Process
from .project import Project
from .timing.margins import Calibration
from .timing.stage import SAME_PATH, Held, Progress, Stage, timed_in
from .timing.taken import swaps, with_timings
from .timing.visitor import Visitor, open_lines
from .workspace import discard, exclusive, terminable, workspace

#: Of what a claim printed, so many characters are kept from each end.
OUTPUT_KEPT = 4_000
Listener = Callable[[Attempt], None]


@dataclass(frozen=True)
class Task:
    """One process to start: a claim, one of its controls, or the claim under a plant."""

    claim: Claim
    control: int | None = None
    plant: str = ""

    @property
    def name(self) -> str:
        control = "" if self.control is None else f".control-{self.control}"
        return f"{self.claim.id}{control}{self.plant and f'.plant-{self.plant}'}"


def _nothing() -> contextlib.AbstractContextManager[Callable[[], object]]:
    return contextlib.nullcontext(lambda: None)


@dataclass(frozen=True)
class Options:
    """How to run."""

    controls: bool = False
    plants: bool = False
    """Run every claim under each of the project's plants too."""
    reuse: bool = False
    """Leave out what would only be repeated: claims that the newest run has run in this very state and profile, and
    accepted outcomes under plants where neither script nor plant has changed."""
    fresh: bool = False
    """Every claim in an interpreter of its own, as `audit` does."""
    once: bool = True
    """Build a kernel once in the run where several forks ask for the same; interpreters of their own never share."""
    workers: int = 0
    """Processes at once; 0 stands for all cores."""
    record: bool = True
    """Put the evidence into build/fresh, where `check` and `accept` look for it."""
    keep: bool = False
    """Leave the work folder (caches, generated files) behind."""
    timing: bool = True
    """Time what claims declare; without, they only declare it."""
    watch: Callable[[Progress], None] = lambda _: None
    """Called after each visit of the timing stage."""
    beside: Callable[[], contextlib.AbstractContextManager[Callable[[], object]]] = _nothing
    """Work to be done beside the warm start and the claims that may share the cores. It gives a function that waits for
    its end, which is called before anything is timed."""


class Runner:
    """One run's processes and what came of them."""

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
        self.running: list[tuple[Process, Task, float]] = []
        self.held: list[tuple[Process, Held]] = []
        """Processes that have prepared what the timing stage visits, and wait."""
        self.look = 1
        self.same: Ordering | None = None
        self.seconds: dict[str, float] = {}
        self.devices: frozenset[str] = frozenset()
        """What claims may require and this machine has; known after `probe`."""
        self.touched: tuple[str, ...] = ()
        """Accepted files that something wrote to and that were restored."""

    def probe(self) -> tuple[Profile, Build, dict[str, float]]:
        """Run an empty job: starts the server, and says what build, profile and devices the claims will meet."""
        start = time.perf_counter()
        job = child.Job(
            "",
            "",
            "",
            str(self.project.root),
            str(self.work / "probe"),
            str(self.project.snippets),
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
        done = json.loads((self.work / "probe" / child.DONE).read_text(encoding="utf-8"))
        self.devices = frozenset(done["devices"])
        profile = attempt.evidence.profile
        seconds = {"warm start": time.perf_counter() - start}
        return (
            profile,
            attempt.evidence.build,
            seconds
            | {f"warm start: {k}": v for k, v in attempt.phases.items() if k not in ("start", "collect", "compiler")},
        )

    def run_all(
        self,
        claims: list[Claim],
        profile: Profile,
        calibrations: Mapping[str, Mapping[str, Calibration]],
        reused: frozenset[str] = frozenset(),
        planted: Mapping[str, Sequence[str]] = MappingProxyType({}),
        ended: Callable[[], object] = lambda: None,
    ) -> None:
        """Run every job but the claims in `reused`: fresh interpreters first since they take longest, timing last.

        A reused claim with a swapped control prepares its paths again, which that control is then timed on. What
        requires a device that is not there is left out, and said to be. `planted` names the plants by claim that are
        not due again. `ended` waits for what is at work beside; it is called before anything that wants the machine.
        """
        claims = self._that_can_run(claims)
        tasks = [
            Task(claim)
            for claim in claims
            if claim.id not in reused or (self.options.controls and SWAPPED in claim.controls)
        ]
        if self.options.controls:
            tasks += [Task(c, control=n) for c in claims for n, what in enumerate(c.controls) if what != SWAPPED]
        if self.options.plants:
            known = plants.discover_plants(self.project)
            tasks += [
                Task(claim, plant=plant)
                for claim in claims
                for plant in plants.reaching(known, claim)
                if plant not in planted.get(claim.id, ())
            ]
        alone = [task for task in tasks if task.claim.run.alone]
        crowd = [task for task in tasks if not task.claim.run.alone]
        workers = self.options.workers or os.cpu_count() or 1
        try:
            if self.options.timing and any(task.claim.run.measures for task in tasks):
                crowd.append(Task(SAME_PATH))
            self._batch(crowd, workers)
            ended()
            self._batch(alone, 1)
            if any(held.claim is not SAME_PATH for _, held in self.held):
                self._time(profile, calibrations, reused)
        finally:
            for process in [*(process for process, _, _ in self.running), *(process for process, _ in self.held)]:
                process.kill()

    def _that_can_run(self, claims: list[Claim]) -> list[Claim]:
        """Return the claims less those that require what the machine lacks; these have not run, nor their controls."""
        for claim in claims:
            if lacks := claim.lacks(self.devices):
                attempt = Attempt(claim.id, Outcome.NOT_RUN, lacks, 0.0, None, nonce=self.nonce)
                self.done.append(attempt)
                self.listen(attempt)
                for number, condition in enumerate(claim.controls):
                    if self.options.controls and condition != SWAPPED:
                        self.listen(replace(attempt, control=number))
        return [claim for claim in claims if not claim.lacks(self.devices)]

    def _batch(self, tasks: list[Task], width: int, look: int = 1) -> None:
        """Run tasks, so many at once; those that wait to be visited are in `held` afterwards."""
        self.look = look
        # Those with the longest limits first, so that no core idles while the last of them ends.
        waiting = sorted(tasks, key=lambda task: (not self._fresh(task), -task.claim.run.seconds))
        while waiting or self.running:
            while waiting and len(self.running) < width:
                self._start(waiting.pop(0), look)
            self._wait()

    def _time(
        self, profile: Profile, calibrations: Mapping[str, Mapping[str, Calibration]], settled: frozenset[str]
    ) -> None:
        """Time what the held processes declare, and put what was found into their attempts.

        Of the claims in `settled` only the controls are timed.
        """
        start = time.perf_counter()
        failed = next((a for a in self.done if a.claim == SAME_PATH.id), None)
        if failed is not None:
            raise EngineError(
                f"the A/A control {failed.outcome.value}: {failed.detail}\n{failed.traceback}",
                next="python -m claims run",
                code=3,
            )
        stage = Stage(self.hold, calibrations, profile.cpu, self.nonce, listen=self.options.watch)
        timed = stage.run([held for _, held in self.held], settled)
        self.release()
        self.same = timed.same
        self.done = [with_timings(attempt, timed) for attempt in self.done] + swaps(self.done, timed)
        self.seconds = {"timing": time.perf_counter() - start, **{f"timing: {k}": v for k, v in timed.seconds.items()}}

    def hold(self, jobs: list[tuple[Claim, int | None]], look: int) -> list[Held]:
        """Prepare jobs for another look in fresh processes; the old ones go first."""
        self.release()
        before = len(self.done)
        tasks = [Task(claim, control) for claim, control in jobs]
        self._batch(tasks, self.options.workers or os.cpu_count() or 1, look)
        if look > 1:
            # The first look's attempts count, unless the claim ends badly now.
            later = {(a.claim, a.control): a for a in self.done[before:] if a.outcome is not Outcome.FINISHED}
            self.done = [a if a.plant else later.get((a.claim, a.control), a) for a in self.done[:before]]
        return [held for _, held in self.held]

    def release(self) -> None:
        """End the processes that were held."""
        for process, held in self.held:
            held.visitor.close()
            process.kill()
            self.pool.forget(process)
            discard(Path(process.job.work), keep=self.options.keep)
        self.held = []

    def _fresh(self, task: Task) -> bool:
        own = task.control is not None and bool(task.claim.control_environments[task.control])
        return self.options.fresh or task.claim.run.fresh or own

    def _start(self, task: Task, look: int) -> None:
        claim, fresh = task.claim, self._fresh(task)
        visits = self.options.timing and claim.run.measures and not task.plant
        name = task.name if look == 1 else f"{task.name}.look-{look}"
        environment = claim.control_environments[task.control] if task.control is not None else ()
        job = child.Job(
            claim.id, claim.statement, claim.module, str(self.project.root), str(self.work / name),
            str(self.project.snippets), self.nonce, claim.run.memory, self.compiler, task.control, environment,
            task.plant, measures=claim.run.measures, visits=visits, device=claim.run.requires,
        )  # fmt: skip
        if visits:
            open_lines(Path(job.work))
        limit = claim.run.seconds * (1 if claim.run.fresh or not fresh else 3)
        self.running.append((self.pool.start(job, fresh=fresh), task, limit))

    def _wait(self) -> None:
        for entry in list(self.running):
            process, _, limit = entry
            seconds = time.perf_counter() - process.started
            late = seconds > limit
            if process.status is None and not late:
                if process.job.visits and Path(process.job.work, child.DONE).is_file():
                    self._hold(entry, seconds)
                continue
            if process.status is None:
                process.kill()
            process.bury()
            self.pool.forget(process)
            attempt = self._attempt(process, seconds, limit if late else None)
            if process.job.visits and attempt.outcome is Outcome.FINISHED:
                attempt = replace(attempt, outcome=Outcome.EXITED, detail="ended before it could be timed")
            self.running.remove(entry)
            self.done.append(attempt)
            self.listen(attempt)
            discard(Path(process.job.work), keep=self.options.keep)
        time.sleep(0.005)

    def _hold(self, entry: tuple[Process, Task, float], seconds: float) -> None:
        """Put a process that has collected aside until it is visited; one that failed ends by itself."""
        process, task, limit = entry
        attempt = self._attempt(process, seconds, None)
        if attempt.outcome is not Outcome.FINISHED or attempt.evidence is None:
            return
        self.running.remove(entry)
        visitor = Visitor(Path(process.job.work), lambda: process.status, limit)
        held = Held(task.claim, process.job.control, visitor, process.kill, timed_in(attempt.evidence))
        self.held.append((process, held))
        if task.claim is not SAME_PATH:
            self.done.append(attempt)
            if self.look == 1:
                self.listen(attempt)

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


@contextlib.contextmanager
def session(project: Project, options: Options, listen: Listener) -> Iterator[Runner]:
    """Give a run the checkout, a work folder and a pool of processes; none is left when the block ends.

    Raises EngineError where nothing can be run at all. Accepted evidence is as before in every case: what was written
    to is in the runner's `touched` afterwards.
    """
    compiler = machine.find_compiler()
    nonce = secrets.token_hex(8)
    with exclusive(project), workspace(project, nonce, keep=options.keep) as work, terminable():
        before = {folder: store.snapshot(folder) for folder in project.accepted_builds}
        environment = machine.without_leaks(dict(os.environ)) | machine.reference_environment()
        if options.once and not options.fresh:
            environment |= {BUILT: str(work / "built")}
        runner = None
        try:
            with Pool(project.root, work, environment, fork=not options.fresh) as pool:
                runner = Runner(project, pool, work, nonce, compiler, options, listen)
                yield runner
        finally:
            touched = [path for folder, files in before.items() for path in store.restore(folder, files)]
            if runner is not None:
                runner.touched = tuple(project.relative(path) for path in touched)


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
