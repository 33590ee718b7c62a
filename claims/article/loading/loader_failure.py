"""A kernel that is compiled and linked fails to load when a library that it needs is gone, with an error of the loader.

The graph is captured, its record is found, and no kernel is built. With the library put back, the same files work.
"""

import subprocess
import sys
import tempfile
from pathlib import Path

from claims.engine import Artifact, Collector, Control, machine, needed_libraries, visit
from claims.subjects import line, square

NAME = "libneeded.so"
#: The loading of the wrapper, of the kernel by PyTorch, and of the shared object by Python.
WAY = ("load_by_key_path", "_load_library_inner", "create_module")


def collect(evidence: Collector, gone=True) -> None:
    x, expected = square(64), line(square(64)).flatten().tolist()
    with tempfile.TemporaryDirectory() as cache, tempfile.TemporaryDirectory() as libraries:
        (build,) = visit(Path(cache), line, x).builds
        library = _library(Path(libraries))
        subprocess.run([*build.words, *_needing(library)], check=True, capture_output=True, cwd=build.output.parent)
        needed = needed_libraries(build.output)
        away = library.with_suffix(".away")
        if gone:
            library.rename(away)
        failed = visit(Path(cache), line, x)
        if gone:
            away.rename(library)
        worked = visit(Path(cache), line, x)
    evidence.check("the kernel was linked to the library", any(NAME in name for name in needed), needed)
    evidence.check("the loader's error names it", NAME in failed.error, failed.error[:300])
    evidence.check("the graph is captured and computes the line", failed.captured == expected)
    evidence.check("the record is found", failed.found)
    evidence.check("no kernel is built", not failed.builds)
    evidence.check("the error arises in the loading of the object", "_load_library_inner" in failed.functions)
    evidence.check("nothing takes the kernel's place", not failed.output)
    evidence.check("put back, it works", worked.output == expected and worked.hits == 1, worked.error)
    evidence.check("and still none is built", not worked.builds)
    places = [name for name in failed.functions if name in WAY]
    said = next((row for row in failed.error.splitlines() if NAME in row), "no error")
    text = "".join(f"{row}\n" for row in [*dict.fromkeys(places), said])
    evidence.excerpt("error.txt", Artifact("the loader's error", text, "text", ("os",)))


def _library(folder: Path) -> Path:
    """Build a shared library with nothing in it but one function."""
    (folder / "needed.cpp").write_text('extern "C" int needed() { return 1; }\n', encoding="utf-8")
    named = ["-Wl,-install_name,@rpath/" + NAME] if sys.platform == "darwin" else []
    words = [machine.find_compiler().command, "-shared", "-fPIC", *named, "needed.cpp", "-o", NAME]
    subprocess.run(words, check=True, capture_output=True, cwd=folder)
    return folder / NAME


def _needing(library: Path) -> list[str]:
    """Return what to append to a kernel's own command so that its shared object needs the library."""
    anyway = [] if sys.platform == "darwin" else ["-Wl,--no-as-needed"]
    return [*anyway, f"-L{library.parent}", f"-Wl,-rpath,{library.parent}", "-lneeded"]


CONTROLS = [Control("the library left where it is", fails="the loader's error names it", gone=False)]
