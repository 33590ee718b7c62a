"""Facts of the machine, as text from it is read, and the reference state."""

from __future__ import annotations

from pathlib import Path

import pytest

from claims.engine import machine
from claims.engine.errors import EngineError
from claims.engine.model import Build

COMPILERS = Path(__file__).parents[1] / "cases" / "compilers.txt"


def compilers() -> list[tuple[str, str, str]]:
    """Return what compilers print for --version, with the family and the version that it says."""
    rows = [line.split(" | ") for line in COMPILERS.read_text(encoding="utf-8").splitlines()]
    return [(text, family, version) for family, version, text in rows]


@pytest.mark.parametrize(("text", "family", "version"), compilers())
def test_compilers(text: str, family: str, version: str) -> None:
    """Family and version are read from a compiler's own first line."""
    assert machine.compiler_version(f"{text}\nCopyright (C) 2022\n") == (family, version)


def test_a_compiler_without_words() -> None:
    """A compiler that prints nothing has no known version, and that is no error."""
    assert machine.compiler_version("") == ("gcc", "unknown")


@pytest.mark.parametrize(
    ("inductor", "word"),
    [("avx2", "avx2"), ("avx512", "avx512"), ("avx512 amx_tile", "avx512"), ("asimd", "neon"), ("neon", "neon"),
     ("INVALID_VEC_ISA", "scalar"), ("", "scalar"), ("zvector", "zvector")],
)  # fmt: skip
def test_vector_instruction_sets(inductor: str, word: str) -> None:
    """Inductor's names become the project's, and a failed probe is scalar."""
    assert machine.isa_name(inductor) == word


def test_the_reference_state(monkeypatch: pytest.MonkeyPatch) -> None:
    """One thread, a fixed hash seed, avx2 where the machine has it; a capability set by the caller is kept."""
    monkeypatch.delenv("ATEN_CPU_CAPABILITY", raising=False)
    monkeypatch.setattr(machine, "cpu_flags", lambda: frozenset({"avx2", "avx512f"}))
    variables = machine.reference_environment()
    assert variables["OMP_NUM_THREADS"] == variables["TORCHINDUCTOR_COMPILE_THREADS"] == "1"
    assert (variables["PYTHONHASHSEED"], variables["ATEN_CPU_CAPABILITY"]) == ("0", "avx2")
    assert machine.expected_isa() == "avx2"
    monkeypatch.setenv("ATEN_CPU_CAPABILITY", "avx512")
    assert machine.reference_environment()["ATEN_CPU_CAPABILITY"] == machine.expected_isa() == "avx512"
    monkeypatch.setenv("ATEN_CPU_CAPABILITY", "default")
    assert machine.expected_isa() == "scalar"


def test_a_machine_without_avx2(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where there is no AVX2 nothing is set, and any vector ISA is accepted."""
    monkeypatch.delenv("ATEN_CPU_CAPABILITY", raising=False)
    monkeypatch.setattr(machine, "cpu_flags", lambda: frozenset())
    assert "ATEN_CPU_CAPABILITY" not in machine.reference_environment()
    assert machine.expected_isa() == ""


def test_settings_do_not_leak() -> None:
    """The caller's settings for PyTorch, OpenMP and Python stay out of a run; the rest passes."""
    leaks = ("TORCH_LOGS", "TORCHINDUCTOR_FREEZING", "PYTORCH_JIT", "OMP_NUM_THREADS", "KMP_AFFINITY", "PYTHONPATH")
    kept = {"PATH": "/bin", "HOME": "/", "CXX": "clang++", "ATEN_CPU_CAPABILITY": "avx2"}
    assert machine.without_leaks(kept | dict.fromkeys(leaks, "1")) == kept


def test_no_compiler(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without the compiler that CXX names, the error says which one was looked for and how to get one."""
    monkeypatch.setenv("CXX", "no-such-compiler")
    with pytest.raises(EngineError, match="no C\\+\\+ compiler: 'no-such-compiler' is not on the PATH") as caught:
        machine.find_compiler()
    assert "set CXX to yours" in caught.value.next


def test_the_compiler_that_cxx_names(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """CXX chooses the compiler, and what it prints is its family and version."""
    fake = tmp_path / "my-c++"
    fake.write_text("#!/bin/sh\necho 'clang version 18.1.8'\necho '\"-target-cpu\" \"znver1\"'\n", encoding="utf-8")
    fake.chmod(0o755)
    monkeypatch.setenv("CXX", str(fake))
    compiler = machine.find_compiler()
    assert (compiler.short, compiler.version, compiler.tuning) == ("clang 18", "18.1.8", "znver1")


def test_this_machine_has_a_profile() -> None:
    """Every part of this machine's profile is known."""
    profile = machine.profile("avx2", machine.find_compiler())
    assert all(getattr(profile, name) for name in ("python", "os", "arch", "isa", "compiler", "cpu", "tuning"))
    assert "unknown" not in str(profile) + profile.tuning
    assert profile.threads == 1


@pytest.mark.parametrize(
    ("text", "build"),
    [
        ("__version__ = '2.13.0+cpu'\ngit_version = 'cf30153c'\n", Build("2.13.0", "cf30153c")),
        ("__version__ = '2.13.0'\n", Build("2.13.0", "unknown")),
        (None, None),
    ],
)
def test_the_installed_build(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, text: str | None, build: Build | None
) -> None:
    """Version and revision are read from the installed version file, without the local suffix, nothing imported."""
    monkeypatch.setattr("sysconfig.get_paths", lambda: {"purelib": str(tmp_path)})
    if text is not None:
        (tmp_path / "torch").mkdir()
        (tmp_path / "torch" / "version.py").write_text(text, encoding="utf-8")
    assert machine.installed_build() == build
