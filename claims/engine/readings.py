"""Second readings of what `machine` reads first, each from another source: for claims about the machine itself."""

from __future__ import annotations

import re
import subprocess
import sysconfig
import tempfile
from collections.abc import Mapping
from pathlib import Path

import lief

#: Prints the processor's name as the processor itself gives it; prints nothing where there is no CPUID.
_BRAND = """
#if defined(__x86_64__)
#include <cpuid.h>
#include <cstdio>
int main() {
    unsigned words[13] = {};
    for (unsigned leaf = 0; leaf < 3; ++leaf) {
        unsigned *w = words + 4 * leaf;
        if (!__get_cpuid(0x80000002u + leaf, w, w + 1, w + 2, w + 3)) return 0;
    }
    std::puts(reinterpret_cast<const char *>(words));
}
#else
int main() {}
#endif
"""


def compiler_macros(compiler: str, *flags: str) -> dict[str, str]:
    """Return the macros that a compiler defines before it has read a line, by name.

    Raises CalledProcessError where it fails.
    """
    command = [compiler, *flags, "-dM", "-E", "-x", "c++", "/dev/null"]
    text = subprocess.run(command, capture_output=True, text=True, timeout=60, check=True).stdout
    return dict(re.findall(r"^#define (\w+) ?(.*)$", text, re.MULTILINE))


def compiler_from_macros(macros: Mapping[str, str]) -> str:
    """Return family and major version, such as ``gcc 12``, from a compiler's macros."""
    if "__clang_major__" in macros:
        family = "apple clang" if "__apple_build_version__" in macros else "clang"
        return f"{family} {macros['__clang_major__']}"
    return f"gcc {macros.get('__GNUC__', 'unknown')}"


def architecture_from_macros(macros: Mapping[str, str]) -> str:
    """Return ``x86_64`` or ``arm64`` where a compiler's macros say so, else an empty string."""
    return "x86_64" if "__x86_64__" in macros else "arm64" if "__aarch64__" in macros else ""


def compiler_of_binary(path: Path) -> str:
    """Return family and major version of the compiler that left its mark in an ELF file; empty where there is none."""
    binary = lief.parse(str(path))
    section = binary.get_section(".comment") if isinstance(binary, lief.ELF.Binary) else None
    comment = bytes(section.content).decode(errors="replace") if section else ""
    mark = re.search(r"(?:GCC: \(.*?\)|(clang) version) (\d+)", comment)
    return f"{mark[1] or 'gcc'} {mark[2]}" if mark else ""


def processor_brand(compiler: str) -> str:
    """Return the processor's name out of its CPUID instruction; empty on processors that have none.

    Raises CalledProcessError where the small program that asks cannot be built or run.
    """
    with tempfile.TemporaryDirectory() as folder:
        program = Path(folder, "brand")
        build = [compiler, "-x", "c++", "-", "-o", str(program)]
        subprocess.run(build, input=_BRAND, capture_output=True, text=True, timeout=60, check=True)
        text = subprocess.run([str(program)], capture_output=True, text=True, timeout=60, check=True).stdout
    return " ".join(text.split())


def python_from_headers() -> str:
    """Return Python's minor version, such as ``3.11``, from the headers that extensions are compiled with.

    Raises OSError where they are not installed.
    """
    text = Path(sysconfig.get_paths()["include"], "patchlevel.h").read_text(encoding="utf-8")
    numbers = dict(re.findall(r"^#define\s+PY_(MAJOR|MINOR)_VERSION\s+(\d+)", text, re.MULTILINE))
    return f"{numbers['MAJOR']}.{numbers['MINOR']}"
