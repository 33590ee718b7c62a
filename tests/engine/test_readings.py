"""The machine is read a second time from other sources, and a source that is not there reads as None."""

from __future__ import annotations

import platform
import sys
from pathlib import Path

import pytest

from claims.engine import machine, readings

#: Neoverse N1, and how Linux prints it where it prints numbers only.
MIDR = "0x00000000413fd0c1\n"
CPUINFO = "processor\t: 0\nFeatures\t: fp asimd crc32\nCPU implementer\t: 0x41\nCPU variant\t: 0x3\nCPU part\t: 0xd0c\n"


@pytest.fixture
def arm_linux(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """An arm64 Linux; returns where its identification register would be shown."""
    monkeypatch.setattr(platform, "machine", lambda: "aarch64")
    monkeypatch.setattr(sys, "platform", "linux")
    fields = dict(row.split("\t: ") for row in CPUINFO.splitlines())
    monkeypatch.setattr(machine, "_cpuinfo", lambda field: fields.get(field, ""))
    monkeypatch.setattr(readings, "_MIDR", tmp_path / "midr_el1")
    return tmp_path / "midr_el1"


def test_an_arm_processor_is_read_from_two_places(arm_linux: Path) -> None:
    """The kernel's table and the register give the same words, and another part's register gives others."""
    arm_linux.write_text(MIDR, encoding="ascii")
    assert readings.processor("no compiler") == machine.cpu_name() == "implementer 0x41 part 0xd0c"
    arm_linux.write_text(MIDR.replace("d0c", "d4f"), encoding="ascii")
    assert readings.processor("no compiler") != machine.cpu_name()


def test_without_the_register_there_is_no_second_reading(arm_linux: Path) -> None:
    """It is not made up from the first."""
    assert readings.processor("no compiler") is None


def test_vectors_of_arm_are_listed_by_the_system(arm_linux: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """ATen tells nothing there, its word is the same with and without; a setting that forbids vectors counts."""
    monkeypatch.delenv("ATEN_CPU_CAPABILITY", raising=False)
    assert readings.isa_from_aten("DEFAULT") == "neon"
    monkeypatch.setenv("ATEN_CPU_CAPABILITY", "default")
    assert readings.isa_from_aten("DEFAULT") == "scalar"
    monkeypatch.delenv("ATEN_CPU_CAPABILITY")
    monkeypatch.setattr(machine, "_cpuinfo", lambda field: "fp crc32")
    assert readings.isa_from_aten("DEFAULT") == "scalar"


def test_a_mac_is_asked_by_its_profiler(monkeypatch: pytest.MonkeyPatch) -> None:
    """The chip's name is taken out of its report, or is None where the report has none."""
    monkeypatch.setattr(platform, "machine", lambda: "arm64")
    monkeypatch.setattr(sys, "platform", "darwin")
    for report, chip in (('{"SPHardwareDataType": [{"chip_type" : "Apple M1"}]}', "Apple M1"), ("", None)):
        monkeypatch.setattr(machine, "output_of", lambda command, report=report: report)
        assert readings.processor("no compiler") == chip


@pytest.mark.skipif(platform.machine() not in ("x86_64", "AMD64"), reason="asks the CPUID instruction")
def test_this_processor_says_its_own_name() -> None:
    """Its CPUID instruction and the system agree."""
    assert readings.processor(machine.find_compiler().command) == " ".join(machine.cpu_name().split())


@pytest.mark.parametrize(
    ("capability", "isa"), [("AVX2", "avx2"), ("AVX512", "avx512"), ("DEFAULT", "scalar"), ("NO AVX", "scalar")]
)
def test_vectors_of_x86_are_atens_word(monkeypatch: pytest.MonkeyPatch, capability: str, isa: str) -> None:
    """What it has no vectors for is scalar."""
    monkeypatch.setattr(platform, "machine", lambda: "x86_64")
    assert readings.isa_from_aten(capability) == isa


@pytest.mark.parametrize(
    ("macros", "compiler", "architecture"),
    [
        ({"__GNUC__": "12", "__x86_64__": "1"}, "gcc 12", "x86_64"),
        ({"__GNUC__": "4", "__clang_major__": "18", "__aarch64__": "1"}, "clang 18", "arm64"),
        ({"__GNUC__": "4", "__clang_major__": "15", "__apple_build_version__": "1"}, "apple clang 15", ""),
        ({}, "gcc unknown", ""),
    ],
)
def test_macros_name_the_compiler(macros: dict[str, str], compiler: str, architecture: str) -> None:
    """clang gives itself out for gcc as well, and Apple's for clang."""
    assert readings.compiler_from_macros(macros) == compiler
    assert readings.architecture_from_macros(macros) == architecture


def test_macros_of_this_compiler() -> None:
    """They are the compiler's own, and a flag changes them."""
    command = machine.find_compiler().command
    assert readings.compiler_from_macros(readings.compiler_macros(command)) == machine.find_compiler().short
    assert readings.compiler_macros(command, "-DMARK=7")["MARK"] == "7"


@pytest.mark.parametrize(
    ("report", "compiler"),
    [("PyTorch built with:\n  - GCC 13.3\n", "gcc 13"), ("  - Clang 17.0.0\n", "clang 17"), ("  - OpenMP 4.5\n", "")],
)
def test_the_report_names_the_builder(report: str, compiler: str) -> None:
    """A report that names none gives none."""
    assert readings.compiler_in_report(report) == compiler


def test_a_file_without_a_mark(tmp_path: Path) -> None:
    """What is no ELF file bears no compiler's mark."""
    other = tmp_path / "library.dylib"
    other.write_bytes(b"\xcf\xfa\xed\xfe")
    assert readings.compiler_of_binary(other) is None


def test_the_headers_are_this_pythons() -> None:
    """Extensions are compiled for the version that runs."""
    assert readings.python_from_headers() == f"{sys.version_info.major}.{sys.version_info.minor}"
