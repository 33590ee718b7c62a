"""No OpenMP runtime is mapped twice into the process that has run four threads: the kernel uses PyTorch's own.

Two copies of one runtime are two teams that do not know of each other, and a known way to a crash. Linux lists what is
mapped. A compiler whose runtime is another than PyTorch's adds that one, once.
"""

import ctypes
import shutil
import sys
import tempfile
from pathlib import Path

from claims.engine import Artifact, Collector, Control, run_with_threads
from claims.subjects import line, square


def second_copy() -> None:
    """Load a copy of the mapped runtime under another name, as two packages with one each would."""
    rows = Path("/proc/self/maps").read_text(encoding="utf-8").splitlines()
    mapped = next(row.split()[-1] for row in rows if "libgomp" in row or "libomp" in row)
    with tempfile.TemporaryDirectory() as folder:
        ctypes.CDLL(shutil.copy(mapped, Path(folder, Path(mapped).name)))


def collect(evidence: Collector, between=None) -> None:
    run = run_with_threads(line, square(128), 4, between)
    evidence.check("the process ends by itself", run.end.status == 0, run.end.signal or run.end.status)
    told = sys.platform == "linux"
    once = len(run.runtimes) == len(set(run.runtimes))
    evidence.check("no runtime is mapped twice", once, ", ".join(run.runtimes))
    evidence.check("at least one is mapped", bool(run.runtimes) or not told, len(run.runtimes))
    depends = ("arch", "compiler", "os")
    evidence.value("runtimes", len(run.runtimes), "OpenMP runtimes", depends)
    evidence.value("added", len(run.runtimes) - len(run.before), "added by the kernel", depends)
    text = "".join(f"{name}\n" for name in run.runtimes) or "this system does not list them\n"
    evidence.excerpt("runtimes.txt", Artifact("OpenMP runtimes in the process", text, "text", depends))


CONTROLS = [Control("a second copy loaded", fails="no runtime is mapped twice", between=second_copy)]
