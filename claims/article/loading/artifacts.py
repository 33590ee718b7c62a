"""A later process reads the record and the wrapper and maps the shared object; it never opens the C++ beside it.

Which files are opened and run is written down as Python does it, and which are mapped is what Linux lists. Without the
record, everything is generated again, and the shared object is found by its name.
"""

import shutil
import sys
import tempfile
from pathlib import Path

from claims.engine import Artifact, Collector, Control, Visit, visit
from claims.subjects import line, square

RECORDS = ("aotautograd", "fxgraph")
#: In the order of the excerpt, which ends with what is none of these.
KINDS = ("record", "wrapper", "C++", "main.so")


def kind(path: str) -> str:
    """Return what a file of the cache is, by its place and its suffix."""
    suffixes = "".join(Path(path).suffixes)
    return "record" if path.startswith(RECORDS) else {".py": "wrapper", ".main.cpp": "C++"}.get(suffixes, suffixes[1:])


def collect(evidence: Collector, keep=True) -> None:
    x, expected = square(64), line(square(64)).flatten().tolist()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        first = visit(folder, line, x)
        held = _files(folder)
        texts = {kind(p): (folder / p).read_text(encoding="utf-8") for p in held if p.endswith((".py", ".cpp"))}
        if not keep:
            _remove_records(folder)
        second = visit(folder, line, x)
        added = _files(folder) - held
        _remove_records(folder)
        third = visit(folder, line, x)
    said = [v.error or len(v.builds) for v in (first, second, third)]
    evidence.check("all three compute the line", all(v.output == expected for v in (first, second, third)), said)
    evidence.check("the first builds a kernel", len(first.builds) == 1, said)
    source = texts["wrapper"].partition("'''\n")[2].partition("'''")[0].strip()
    evidence.check("the wrapper holds the C++", source in texts["C++"] and "void  kernel(" in source)
    binding = texts["C++"].replace(source, "")
    evidence.check("the C++ file adds the binding", "PyInit_kernel" in binding and "PyInit_kernel" not in source)
    opened = [kind(path) for path in second.opened]
    evidence.check("the second reads two records, then the wrapper", opened == ["record", "record", "wrapper"], opened)
    mapped = [kind(path) for path in second.mapped]
    evidence.check("it maps the shared object", mapped == ["main.so"] or sys.platform != "linux", mapped)
    evidence.check("it builds no kernel", not second.builds, len(second.builds))
    evidence.check("it adds no file", not added, sorted(added))
    evidence.check("without the records nothing is found", third.hits == 0 and not third.found)
    evidence.check("the shared object is found by its name", not third.builds and "wrapper" in map(kind, third.opened))
    rows = sorted((KINDS.index(kind(p)) if kind(p) in KINDS else len(KINDS), _row(p, _use(second, p))) for p in held)
    evidence.excerpt("files.txt", Artifact("the files", "".join(row for _, row in rows), "text", ("os",)))


def _files(folder: Path) -> set[str]:
    found = (path for path in folder.rglob("*") if path.is_file() and path.suffix != ".lock")
    return {str(path.relative_to(folder)) for path in found}


def _remove_records(folder: Path) -> None:
    for name in RECORDS:
        shutil.rmtree(folder / name)


def _use(second: Visit, path: str) -> str:
    words = {"read": second.opened, "run": second.executed, "written": second.locked, "mapped": second.mapped}
    seen = [word for word, paths in words.items() if path in paths]
    # Elsewhere nothing lists what is mapped, and all that is known is that Python did not read it.
    return " and ".join(seen) or ("not opened" if sys.platform == "linux" else "not read")


def _row(path: str, use: str) -> str:
    name = f"{path.partition('/')[0]}/…" if kind(path) == "record" else "…" + "".join(Path(path).suffixes)
    return f"{name:<16}{use}\n"


CONTROLS = [
    Control("the records removed in between", fails="the second reads two records, then the wrapper", keep=False),
]
