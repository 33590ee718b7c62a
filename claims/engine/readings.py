"""Second readings of what `machine` reads first, each from another source: for claims about the machine itself.

A reading is None where a machine has no such source.
"""

from __future__ import annotations

import os
import platform
import re
import subprocess
import sys
import sysconfig
import tempfile
from collections.abc import Mapping
from pathlib import Path

import lief

from . import machine

#: ATen's word for the vectors that its own kernels were chosen for, where it tells; `machine` has others.
_ISA_OF_ATEN = {"AVX2": "avx2", "AVX512": "avx512"}
#: Where the Linux kernel shows the identification register of an arm64 processor.
_MIDR = Path("/sys/devices/system/cpu/cpu0/regs/identification/midr_el1")
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


def compiler_of_binary(path: Path) -> str | None:
    """Return family and major version of the compiler that left its mark in an ELF file; None where there is none."""
    binary = lief.parse(str(path))
    section = binary.get_section(".comment") if isinstance(binary, lief.ELF.Binary) else None
    comment = bytes(section.content).decode(errors="replace") if section else ""
    mark = re.search(r"(?:GCC: \(.*?\)|(clang) version) (\d+)", comment)
    return f"{mark[1] or 'gcc'} {mark[2]}" if mark else None


def compiler_in_report(config: str) -> str:
    """Return family and major version of the compiler that PyTorch says it was built with; empty where it says none."""
    said = re.search(r"\b(GCC|Clang) (\d+)", config)
    return f"{said[1].lower()} {said[2]}" if said else ""


def isa_from_aten(capability: str) -> str:
    """Return the vector ISA that PyTorch's own kernels were chosen for, or on arm64 the one that the system lists.

    `capability` is ATen's word. It tells nothing on arm64, where these kernels are compiled for NEON throughout; there
    a setting that forbids vectors holds for generated code alone.
    """
    if platform.machine() in ("x86_64", "AMD64"):
        return _ISA_OF_ATEN.get(capability, "scalar")
    forbidden = os.environ.get("ATEN_CPU_CAPABILITY") == "default"
    return "neon" if machine.has_neon() and not forbidden else "scalar"


def processor(compiler: str) -> str | None:
    """Return what the processor is called by another source than `machine.cpu_name` reads.

    On x86-64 that is its CPUID instruction, on macOS the system profiler, on arm64 Linux the identification register,
    which not every kernel shows. Raises CalledProcessError as `processor_brand` does.
    """
    if platform.machine() in ("x86_64", "AMD64"):
        return processor_brand(compiler)
    if sys.platform == "darwin":
        return chip_in(machine.output_of(["system_profiler", "-json", "SPHardwareDataType"]))
    return arm_part(_MIDR.read_text(encoding="ascii")) if _MIDR.is_file() else None


def arm_part(midr: str) -> str:
    """Return implementer and part in an identification register, in the words of `machine.cpu_name`.

    Bits 24 to 31 name the implementer, bits 4 to 15 the part (Arm Architecture Reference Manual, MIDR_EL1).
    """
    register = int(midr, 16)
    return f"implementer {register >> 24 & 0xFF:#04x} part {register >> 4 & 0xFFF:#05x}"


def chip_in(profile: str) -> str | None:
    """Return the chip's name in what the system profiler prints as JSON."""
    found = re.search(r'"chip_type"\s*:\s*"([^"]+)"', profile)
    return found[1] if found else None


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
