"""A second process on a filled cache leaves its files as they are, compiles no C++, and captures the graph again.

Both processes have yet to find out which vector instructions there are, as in a cold start. The precompiled header
is not among the files: it lies outside of the cache.
"""

import hashlib
import shutil
import tempfile
from collections import Counter
from pathlib import Path

from claims.engine import Collector, Control, Run, table, visit
from claims.subjects import line, square

KERNEL, TRIAL, OTHER = "kernel(float* in_out_ptr0)", "chk_kernel()", "something else"
#: By folder or suffixes: what a file is, and what must stand in it, or in the C++ beside a library.
KINDS = {
    "aotautograd": ("record of AOTAutograd's", ""),
    "fxgraph": ("record of Inductor's", ""),
    ".py": ("wrapper", "extern_kernels.mm("),
    ".main.cpp": ("C++ of the kernel", KERNEL),
    ".main.so": ("kernel", KERNEL),
    ".cpp": ("C++ of the trial of vectors", TRIAL),
    ".so": ("trial of vectors", TRIAL),
    ".lock": ("lock", ""),
}


def collect(evidence: Collector, keep=True) -> None:
    x = square(64)
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        first = visit(folder, line, x, probed=False)
        if not keep:
            shutil.rmtree(folder / "fxgraph")
            shutil.rmtree(folder / "aotautograd")
        before, held = _files(folder), _kinds(folder)
        second = visit(folder, line, x, probed=False)
        after, left = _files(folder), _kinds(folder)
    evidence.check("both compute the line", first.output == second.output == line(x).flatten().tolist(), second.error)
    evidence.check("no file is added", sorted(after) == sorted(before), len(after) - len(before))
    evidence.check("none is rewritten", before == {name: after.get(name) for name in before})
    # The header is preprocessed, to see whether it is still the one that was translated.
    compiled = [command for command in second.commands if "-E" not in command.split()]
    evidence.check("the second compiles no C++", not compiled, len(compiled))
    evidence.check("it captures the graph again", second.graphs == 1, second.graphs)
    evidence.check("every file is of a known kind", not held[OTHER] and not left[OTHER], held[OTHER])
    depends = ("arch", "compiler", "isa", "os")
    evidence.value("files", len(before), "files", depends)
    evidence.value("after", len(after), "files", depends)
    rows = [("file", "before", "after")]
    kinds = [*(kind for kind, _ in KINDS.values()), OTHER]
    rows += [(kind, held[kind], left[kind]) for kind in kinds if held[kind] or left[kind]]
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


def _kinds(folder: Path) -> Counter[str]:
    return Counter(_kind(folder, path) for path in folder.rglob("*") if path.is_file())


def _kind(folder: Path, path: Path) -> str:
    kind, words = KINDS.get(path.relative_to(folder).parts[0]) or KINDS.get("".join(path.suffixes), (OTHER, ""))
    source = path.with_suffix(".cpp") if path.suffix == ".so" else path
    holds = not words or (source.is_file() and words in source.read_text(encoding="utf-8"))
    return kind if holds else OTHER


CONTROLS = [Control("the records removed in between", fails="no file is added", keep=False)]
RUN = Run(seconds=400, planted=False)
