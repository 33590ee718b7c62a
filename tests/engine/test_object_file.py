"""A shared object tells its sections, imports, exports, needed libraries, places to fill, and its line table."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest

from claims.engine.excerpt import ExcerptError
from claims.engine.object_file import (
    Place,
    exported_names,
    imported_names,
    line_table,
    needed_libraries,
    object_kind,
    open_places,
    places_to_fill,
    sections,
)

COMPILER = shutil.which("g++") or shutil.which("clang++")
SOURCE = 'extern "C" void elsewhere(); extern "C" void kernel() { elsewhere(); }'


@pytest.mark.skipif(COMPILER is None, reason="no C++ compiler on this machine")
def test_line_tables_and_imports_are_found(tmp_path: Path) -> None:
    """Built twice, once with -g: only that one has a table; both take the same function from elsewhere."""
    source = tmp_path / "kernel.cpp"
    source.write_text(SOURCE, encoding="utf-8")
    built = {flag: tmp_path / f"kernel{flag}.so" for flag in ("-g", "-g0")}
    for flag, target in built.items():
        words = [
            str(COMPILER),
            "-shared",
            "-fPIC",
            "-Wl,-undefined,dynamic_lookup",
            flag,
            str(source),
            "-o",
            str(target),
        ]
        if not shutil.which("sw_vers"):
            words.remove("-Wl,-undefined,dynamic_lookup")
        subprocess.run(words, check=True)
    assert line_table(built["-g"]) > 0 == line_table(built["-g0"])
    assert any(name.lstrip("_") == "elsewhere" for name in imported_names(built["-g"]))
    assert any(name.endswith("text") for name in sections(built["-g0"]))


@pytest.mark.skipif(COMPILER is None or shutil.which("sw_vers") is not None, reason="needs a compiler that makes ELF")
def test_exports_libraries_and_places_are_found(tmp_path: Path) -> None:
    """A library that needs another: it offers its function, names the other, and waits for one address outside code."""
    for name, text, flags in (
        ("needed", 'extern "C" int elsewhere() { return 1; }', []),
        ("kernel", 'extern "C" int elsewhere(); extern "C" int kernel() { return elsewhere(); }', ["-L.", "-lneeded"]),
    ):
        (tmp_path / f"{name}.cpp").write_text(text, encoding="utf-8")
        words = [str(COMPILER), "-shared", "-fPIC", f"{name}.cpp", "-o", f"lib{name}.so", *flags]
        subprocess.run(words, check=True, cwd=tmp_path)
    built = tmp_path / "libkernel.so"
    assert "kernel" in exported_names(built)
    assert "elsewhere" not in exported_names(built)
    assert "libneeded.so" in needed_libraries(built)
    (place,) = [place for place in places_to_fill(built) if place.name == "elsewhere"]
    assert place != Place(".text", "elsewhere")
    assert place.section.startswith(".got")


def test_a_file_that_is_no_object_is_refused(tmp_path: Path) -> None:
    """The error names the file."""
    text = tmp_path / "kernel.so"
    text.write_text("no object", encoding="utf-8")
    with pytest.raises(ExcerptError, match=r"kernel\.so: neither ELF nor Mach-O"):
        sections(text)


@pytest.mark.skipif(COMPILER is None, reason="no C++ compiler on this machine")
def test_an_object_has_open_places_and_a_shared_object_none(tmp_path: Path) -> None:
    """The linker fills them; each file says which of the two it is."""
    source = tmp_path / "kernel.cpp"
    source.write_text('static int n; extern "C" int* kernel() { return &n; } extern "C" void* f() { return kernel(); }')
    for name, step in (("kernel.o", ["-c", str(source)]), ("kernel.so", ["-shared", str(tmp_path / "kernel.o")])):
        subprocess.run([str(COMPILER), "-fPIC", *step, "-o", str(tmp_path / name)], check=True)
    assert (object_kind(tmp_path / "kernel.o"), object_kind(tmp_path / "kernel.so")) == ("object", "shared object")
    assert open_places(tmp_path / "kernel.o") > 0 == open_places(tmp_path / "kernel.so")
