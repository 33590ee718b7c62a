"""Runs one claim, or one of its controls, in the process that this is, and writes what came of it to disk.

The process was forked from the warm server, or is a fresh interpreter started with ``python -m claims.engine.child``.
"""

from __future__ import annotations

import faulthandler
import importlib
import json
import os
import resource
import sys
import time
import traceback
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from types import ModuleType
from typing import Any

from . import machine
from .collector import Collector
from .model import Build, Control, Profile
from .normalise import normalise
from .store import dumps, write_evidence, write_text
from .timing import visitor

DONE = "done.json"
EVIDENCE = "evidence"


@dataclass(frozen=True)
class Job:
    """What a child has to do. Everything in it can be written as JSON."""

    claim: str
    statement: str
    module: str
    root: str
    work: str
    """Folder of this job alone: output.txt, done.json, evidence/, cache/."""
    protected: str
    """Accepted evidence, which no claim may write to."""
    nonce: str
    memory: float
    """GiB of address space that may be added."""
    compiler: machine.Compiler
    """Asked once by the runner: every process of a run has the same."""
    control: int | None = None
    environment: tuple[tuple[str, str], ...] = ()
    plant: str = ""
    """The fault to put into PyTorch once the reference state was asserted."""
    measures: bool = False
    """Whether the claim may declare what the timing stage times."""
    visits: bool = False
    """Whether the process stays after it has collected, to be visited by the timing stage."""
    device: str = ""
    """The device that the claim requires."""


def main(job: Job) -> None:
    """Run the job. Leaves done.json only where ``collect`` returned or raised; the runner names any other end."""
    start = time.perf_counter()
    if os.getsid(0) != os.getpid():
        os.setsid()
    work = Path(job.work)
    _redirect_output(work / "output.txt")
    faulthandler.enable()
    os.environ["TORCHINDUCTOR_CACHE_DIR"] = str(work / "cache")
    touched = _guard(Path(job.protected))
    if not job.device:
        # A device's driver maps far more addresses than it uses memory.
        _limit_memory(job.memory)
    places = {
        "cache": work / "cache",
        "temporary": Path(os.environ.get("TMPDIR", "/tmp")),
        "project": Path(job.root),
    }
    collector = Collector(places, measures=job.measures)
    outcome: dict[str, Any] = {"nonce": job.nonce, "outcome": "FINISHED", "detail": "", "traceback": ""}
    phases: dict[str, float] = {}
    state: tuple[Build, Profile] | None = None
    try:
        state = _reference_state(job.compiler, job.device)
        phases["start"] = time.perf_counter() - start
        begin = time.perf_counter()
        if job.module:
            _collect(job, collector)
        else:
            outcome["devices"] = _devices()
        phases["collect"] = time.perf_counter() - begin
    except BaseException as error:
        _unlimit_memory()
        outcome |= _describe(error)
        if isinstance(error, ImportError | ModuleNotFoundError) and "torch" in str(error):
            outcome["detail"] += "; is the environment set up? next: make env"
    _unlimit_memory()
    if touched:
        outcome |= {"outcome": "WROTE", "detail": touched[0]}
    phases |= _compile_seconds()
    try:
        if state is not None:
            write_evidence(work / EVIDENCE, collector.evidence(job.claim, job.statement, *state))
    except Exception as error:
        outcome |= _describe(error)
    # It may be kept as the way in which a control or a plant failed, and then holds no path of this machine.
    outcome["detail"] = normalise(outcome["detail"], places)
    write_text(work / DONE, dumps(outcome | {"phases": phases}))
    sys.stdout.flush()
    sys.stderr.flush()
    if job.visits and outcome["outcome"] == "FINISHED":
        visitor.serve(work, collector.timings)


def _collect(job: Job, collector: Collector) -> None:
    sys.path.insert(0, job.root)
    module = importlib.import_module(job.module)
    _seed()
    if job.plant:
        getattr(importlib.import_module("claims.engine.capture.planted"), job.plant.replace("-", "_"))()
    module.collect(collector, **dict(_control(module, job).arguments if job.control is not None else {}))


def _control(module: ModuleType, job: Job) -> Control:
    control: Control = module.CONTROLS[job.control]
    return control


def _devices() -> list[str]:
    """Return what of `REQUIREMENTS` this machine has, as PyTorch sees it."""
    from .capture.devices import devices

    return devices()


def _reference_state(compiler: machine.Compiler, device: str) -> tuple[Build, Profile]:
    """Return profile and build of this process. Raises RuntimeError where the ISA probe failed."""
    from .capture import recording
    from .capture.devices import device_name
    from .capture.installed import installed_build

    isa, expected = machine.isa_name(recording.vector_isa()), machine.expected_isa()
    if expected and isa != expected:
        raise RuntimeError(
            f"Inductor's probe of the vector ISA found {isa}, not {expected}: PyTorch fell back silently"
        )
    profile = machine.profile(isa, compiler)
    return installed_build(), replace(profile, gpu=device_name(device)) if device else profile


def _seed() -> None:
    from .capture import recording

    recording.start_from_seed()


def _compile_seconds() -> dict[str, float]:
    """Return what the C++ compiler took in this process, and in a fork what the warm start before it was made of."""
    recording, warm = (sys.modules.get(f"claims.engine.capture.{name}") for name in ("recording", "warm"))
    return {
        **(warm.SECONDS if warm else {}),
        **({"compiler": recording.compiler_seconds()} if recording else {}),
    }


def _redirect_output(path: Path) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    stream = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o644)
    os.dup2(stream, 1)
    os.dup2(stream, 2)
    os.close(stream)
    if not sys.stdin.closed:
        os.dup2(os.open(os.devnull, os.O_RDONLY), 0)


def _guard(protected: Path) -> list[str]:
    """Refuse, from here on, what Python would write below `protected`, and note it in the returned list."""
    touched: list[str] = []
    prefix = str(protected) + os.sep
    # These take what lies below a folder with it, so that a folder above is refused too.
    takers = {"os.rename", "os.rmdir", "shutil.rmtree"}
    writers = takers | {
        "os.remove",
        "os.mkdir",
        "os.truncate",
        "os.link",
        "os.symlink",
        "os.chmod",
    }

    def hook(event: str, arguments: tuple[Any, ...]) -> None:
        if event == "open" and isinstance(arguments[0], str | bytes | os.PathLike):
            mode, flags = arguments[1], arguments[2]
            writes = (
                any(c in mode for c in "wax+")
                if isinstance(mode, str)
                else bool((flags or 0) & (os.O_WRONLY | os.O_RDWR))
            )
            paths = [arguments[0]] if writes else []
        elif event in writers:
            paths = [a for a in arguments[:2] if isinstance(a, str | bytes | os.PathLike)]
        else:
            return
        for path in paths:
            place = os.path.abspath(os.fsdecode(path)) + os.sep  # noqa: PTH100
            if place.startswith(prefix) or (event in takers and prefix.startswith(place)):
                touched.append(f"{event} {os.fsdecode(path)}")
                raise PermissionError(f"a claim may not write to the accepted evidence: {os.fsdecode(path)}")

    sys.addaudithook(hook)
    return touched


def _limit_memory(gib: float) -> None:
    if sys.platform != "linux":
        return
    mapped = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[0]) * resource.getpagesize()
    _, hard = resource.getrlimit(resource.RLIMIT_AS)
    resource.setrlimit(resource.RLIMIT_AS, (mapped + int(gib * 2**30), hard))


def _unlimit_memory() -> None:
    if sys.platform == "linux":
        _, hard = resource.getrlimit(resource.RLIMIT_AS)
        resource.setrlimit(resource.RLIMIT_AS, (hard, hard))


def _describe(error: BaseException) -> dict[str, Any]:
    text = f"{type(error).__name__}: {error}".strip().removesuffix(":")
    memory = isinstance(error, MemoryError) or "can't allocate memory" in text or "bad_alloc" in text
    if isinstance(error, SystemExit):
        return {"outcome": "EXITED", "detail": f"sys.exit({error.code!r})", "traceback": ""}
    return {
        "outcome": "MEMORY" if memory else "RAISED",
        "detail": text.splitlines()[0] if text else type(error).__name__,
        "traceback": "".join(traceback.format_exception(error)[-12:]),
    }


def job_from_json(text: str) -> Job:
    """Return a job from the JSON that the runner wrote."""
    record = json.loads(text)
    record["compiler"] = machine.Compiler(**record["compiler"])
    record["environment"] = tuple((k, v) for k, v in record["environment"])
    return Job(**record)


def job_to_json(job: Job) -> str:
    return dumps(asdict(job))


if __name__ == "__main__":
    main(job_from_json(Path(sys.argv[1]).read_text(encoding="utf-8")))
    os._exit(0)
