"""A second process on a filled cache leaves its files as they are, starts no compiler, and captures the graph again.

Both processes have yet to find out which vector instructions there are, as in a cold start. The precompiled header
is not among the files: it lies outside of the cache.
"""

import hashlib
import shutil
import tempfile
from pathlib import Path

from claims.engine import Collector, Control, Run, table, visit
from claims.subjects import line, square

KINDS = {
    "aotautograd": "record of AOTAutograd's",
    "fxgraph": "record of Inductor's",
    ".py": "wrapper",
    ".main.cpp": "C++ of the kernel",
    ".main.so": "kernel",
    ".cpp": "C++ of the trial of vectors",
    ".so": "trial of vectors",
    ".lock": "lock",
}


def collect(evidence: Collector, keep=True) -> None:
    x = square(64)
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        first = visit(folder, line, x, probed=False)
        if not keep:
            shutil.rmtree(folder / "fxgraph")
            shutil.rmtree(folder / "aotautograd")
        before = _files(folder)
        second = visit(folder, line, x, probed=False)
        after = _files(folder)
    evidence.check("both compute the line", first.output == second.output == line(x).flatten().tolist(), second.error)
    evidence.check("no file is added", sorted(after) == sorted(before), len(after) - len(before))
    evidence.check("none is rewritten", before == {name: after.get(name) for name in before})
    evidence.check("the second starts no compiler", not second.builds, len(second.builds))
    evidence.check("it captures the graph again", second.graphs == 1, second.graphs)
    counts = {kind: sum(_kind(path) == kind for path in before) for kind in KINDS.values()}
    evidence.check("every file is of a known kind", sum(counts.values()) == len(before))
    depends = ("arch", "compiler", "isa", "os")
    evidence.value("files", len(before), "files", depends)
    evidence.value("after", len(after), "files", depends)
    rows = [("file", "before", "after")]
    rows += [(kind, count, sum(_kind(path) == kind for path in after)) for kind, count in counts.items() if count]
    evidence.excerpt("files.txt", table("the files of the cache", "<30 >7 >7", rows, depends))


def _files(folder: Path) -> dict[str, str]:
    """Return a hash of the bytes and the time of the last change of each file."""
    found = {}
    for path in folder.rglob("*"):
        if path.is_file():
            digest = hashlib.sha256(path.read_bytes()).hexdigest()
            # A lock is opened for writing each time, and there is nothing in it.
            changed = 0 if path.suffix == ".lock" else path.stat().st_mtime_ns
            found[str(path.relative_to(folder))] = f"{digest} {changed}"
    return found


def _kind(path: str) -> str:
    return KINDS.get(path.partition("/")[0]) or KINDS.get("".join(Path(path).suffixes), "")


CONTROLS = [Control("the records removed in between", fails="no file is added", keep=False)]
RUN = Run(seconds=400, planted=False)
