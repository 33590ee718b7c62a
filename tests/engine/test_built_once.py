"""A kernel is built once in a run: the same source under the same command, wherever both lie."""

from __future__ import annotations

from pathlib import Path

import pytest

from claims.engine.built_once import BUILT, built_once


class Compiler:
    """Pretends to compile: the output is the source in capitals. Counts its runs."""

    def __init__(self) -> None:
        self.runs = 0

    def __call__(self, command: str, cwd: str) -> None:
        self.runs += 1
        _, source, *_, output = command.split()
        text = Path(source).read_text(encoding="utf-8")
        if "error" in text:
            raise RuntimeError("it does not compile")
        Path(output).write_text(text.upper(), encoding="utf-8")


@pytest.fixture
def compiler(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Compiler:
    monkeypatch.setenv(BUILT, str(tmp_path / "built"))
    return Compiler()


def build(compiler: Compiler, folder: Path, text: str = "add", flags: str = "-O3", suffix: str = ".cpp") -> str:
    """Compile a source in a folder of its own, as a process with its own cache does."""
    folder.mkdir(exist_ok=True)
    source, output = folder / f"kernel{suffix}", folder / "kernel.so"
    source.write_text(text, encoding="utf-8")
    built_once(compiler, f"g++ {source} {flags} -o {output}", str(folder))
    return output.read_text(encoding="utf-8")


def test_the_same_is_built_once(compiler: Compiler, tmp_path: Path) -> None:
    """A second process gets a copy of its own, which it may change."""
    assert build(compiler, tmp_path / "one") == "ADD"
    (tmp_path / "one" / "kernel.so").write_text("changed", encoding="utf-8")
    assert build(compiler, tmp_path / "two") == "ADD"
    assert compiler.runs == 1


@pytest.mark.parametrize("other", [{"text": "mul"}, {"flags": "-O3 -ffast-math"}])
def test_another_source_or_command(compiler: Compiler, tmp_path: Path, other: dict[str, str]) -> None:
    """Another text under one name, or one flag more, is another kernel."""
    build(compiler, tmp_path / "one")
    build(compiler, tmp_path / "two", **other)
    assert compiler.runs == 2


def test_what_does_not_compile_is_not_kept(compiler: Compiler, tmp_path: Path) -> None:
    """An error is raised each time."""
    for name in ("one", "two"):
        with pytest.raises(RuntimeError, match="does not compile"):
            build(compiler, tmp_path / name, "error")
    assert compiler.runs == 2


@pytest.mark.parametrize("suffix", [".hpp", ".o"])
def test_what_is_no_source_is_left_to_the_compiler(compiler: Compiler, tmp_path: Path, suffix: str) -> None:
    """A precompiled header, and a run of the compiler that only links, are never shared."""
    build(compiler, tmp_path / "one", suffix=suffix)
    build(compiler, tmp_path / "two", suffix=suffix)
    assert compiler.runs == 2


def test_without_a_folder_everything_is_built(
    compiler: Compiler, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """An interpreter of its own, as the audit starts it, shares nothing."""
    monkeypatch.delenv(BUILT)
    build(compiler, tmp_path / "one")
    build(compiler, tmp_path / "two")
    assert compiler.runs == 2
