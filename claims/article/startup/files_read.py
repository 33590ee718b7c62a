"""Of the files in the cache, a second process reads the records and the wrapper, maps the kernel, and no C++ is opened.

Written down are the files that Python opens (its audit hook), those that it names to another program, and those that
Linux lists as mapped.
"""

import shutil
import sys
import tempfile
from pathlib import Path

from claims.engine import Collector, Control, Run, table, visit
from claims.subjects import line, square


def collect(evidence: Collector, keep=True) -> None:
    x = square(64)
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        visit(folder, line, x, probed=False)
        held = sorted(str(p.relative_to(folder)) for p in folder.rglob("*") if p.is_file())
        if not keep:
            shutil.rmtree(folder / "fxgraph")
            shutil.rmtree(folder / "aotautograd")
        second = visit(folder, line, x, probed=False)
    evidence.check("it computes the line", second.output == line(x).flatten().tolist(), second.error)
    read = [_name(path) for path in second.opened]
    evidence.check("it reads two records and the wrapper", read == ["aotautograd", "fxgraph", ".py"], read)
    evidence.check("it opens no C++", not any(path.endswith(".cpp") for path in [*second.opened, *second.locked]))
    mapped = [_name(path) for path in second.mapped]
    evidence.check("it maps the kernel and no more", mapped == [".main.so"] or sys.platform != "linux", mapped)
    trials = {path for path in held if _name(path) == ".so"}
    loaded = bool(trials) and trials <= {*second.passed}
    evidence.check("another program loads the trial of vectors", loaded, (sorted(trials), second.passed))
    evidence.check("everything that it reads was there", {*second.opened, *second.mapped} <= {*held})
    depends = ("arch", "compiler", "isa", "os")
    evidence.value("read", len(read), "files")
    evidence.value("unopened", sum(not _uses(second, path) for path in held), "files", depends)
    rows = sorted((_name(path), ", ".join(_uses(second, path)) or "not opened") for path in held)
    evidence.excerpt("files.txt", table("what the second process did", "<16", rows, depends))


def _name(path: str) -> str:
    """Return the folder of a record, and of any other file the suffixes."""
    head = path.partition("/")[0]
    return head if head in ("aotautograd", "fxgraph") else "".join(Path(path).suffixes)


def _uses(second, path: str) -> list[str]:
    words = {"read": second.opened, "locked": second.locked, "loaded by another program": second.passed}
    return [word for word, paths in {**words, "mapped": second.mapped}.items() if path in paths]


CONTROLS = [
    Control("the records removed in between", fails="it reads two records and the wrapper", keep=False),
]
RUN = Run(seconds=400, planted=False)
