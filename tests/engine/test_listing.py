"""Machine code: loops are found by their jumps, and only addresses are left out of the text."""

from __future__ import annotations

import platform
import shutil
import subprocess
from pathlib import Path

import pytest

from claims.engine.excerpt import ExcerptError
from claims.engine.machine_code.disassembly import disassemble
from claims.engine.machine_code.listing import MACHINE_CODE, Instruction, Listing, MachineLoop

COMPILER = shutil.which("g++") or shutil.which("clang++")
SOURCE = """
extern "C" void elsewhere(float*);
extern "C" void kernel(float* values, long count) {
    for (long i = 0; i < count; i++) values[i] = values[i] + 1.0f;
}
extern "C" void caller(float* values) { elsewhere(values); elsewhere(values); }
extern "C" int straight(int value) { return value * 3 + 1; }
"""

needs_compiler = pytest.mark.skipif(COMPILER is None, reason="no C++ compiler on this machine")
needs_x86 = pytest.mark.skipif(platform.machine() not in ("x86_64", "AMD64"), reason="reads x86-64 code")


def listing(*rows: tuple[str, str, int | None]) -> Listing:
    """Return a function of instructions of four bytes each; a row is mnemonic, operands and a jump's target row."""
    made = tuple(
        Instruction(4 * n, 4, mnemonic, operands, None if target is None else 4 * target)
        for n, (mnemonic, operands, target) in enumerate(rows)
    )
    return Listing("kernel", made, bytes(4 * len(rows)))


NESTED = listing(
    ("xor", "eax, eax", None),
    ("mov", "ecx, esi", None),  # 1: the outer loop
    ("vaddps", "ymm0, ymm1, ymmword ptr [rdi]", None),  # 2: the inner loop
    ("vmovups", "ymmword ptr [rdi], ymm0", None),
    ("dec", "ecx", None),
    ("jne", "{elsewhere}", 2),
    ("inc", "eax", None),
    ("jne", "{elsewhere}", 1),
    ("ret", "", None),
)
#: What a compiler may make of a loop: it is entered in its middle, by a jump forward.
ENTERED_IN_THE_MIDDLE = listing(
    ("test", "esi, esi", None),
    ("je", "{elsewhere}", 6),
    ("jmp", "{elsewhere}", 4),
    ("add", "rdi, 0x20", None),
    ("vmovups", "ymmword ptr [rdi], ymm0", None),
    ("jne", "{elsewhere}", 3),
    ("ret", "", None),
)


def spans(found: tuple[MachineLoop, ...]) -> list[tuple[int, int]]:
    return [(loop.first, loop.last) for loop in found]


def test_a_loop_ends_with_a_jump_back() -> None:
    """A loop is what lies between a jump and its target further up."""
    assert spans(ENTERED_IN_THE_MIDDLE.loops) == [(3, 5)]


def test_only_innermost_loops() -> None:
    """Of nested loops the innermost is given."""
    (loop,) = NESTED.loops
    assert loop.mnemonics == ["vaddps", "vmovups", "dec", "jne"]


def test_loops_in_the_order_of_the_code() -> None:
    """Two loops that follow one another are given in that order."""
    two = listing(
        ("add", "", None), ("jne", "{elsewhere}", 0), ("mul", "", None), ("jne", "{elsewhere}", 2), ("ret", "", None)
    )
    assert [loop.mnemonics[0] for loop in two.loops] == ["add", "mul"]


def test_no_jump_back_is_no_loop() -> None:
    """Code that only jumps forward has no loop."""
    assert listing(("je", "{elsewhere}", 2), ("add", "", None), ("ret", "", None)).loops == ()


def test_instructions_by_what_they_do() -> None:
    """A loop gives the instructions that start with any of some prefixes, in order."""
    (loop,) = NESTED.loops
    assert [i.mnemonic for i in loop.doing("vmov", "vadd")] == ["vaddps", "vmovups"]
    assert loop.doing("vmul") == []


def test_jumps_read_as_labels() -> None:
    """The text names every jump's target with a label, numbered in the order of the code, and shows no offset."""
    assert NESTED.artifact.text == (
        "kernel:\n"
        "        xor          eax, eax\n"
        ".L1:\n"
        "        mov          ecx, esi\n"
        ".L2:\n"
        "        vaddps       ymm0, ymm1, ymmword ptr [rdi]\n"
        "        vmovups      ymmword ptr [rdi], ymm0\n"
        "        dec          ecx\n"
        "        jne          .L2\n"
        "        inc          eax\n"
        "        jne          .L1\n"
        "        ret\n"
    )


def test_machine_code_depends_on_the_machine() -> None:
    """The text is marked with all that decides about it beyond the build."""
    assert NESTED.artifact.depends == MACHINE_CODE == ("arch", "compiler", "isa", "tuning")


def test_a_loop_is_cut_from_its_label_to_its_jump() -> None:
    """The excerpt of a loop starts with its label, ends with its jump, and leaves nothing out."""
    (loop,) = NESTED.loops
    assert loop.cut().text == (
        ".L2:\n"
        "        vaddps       ymm0, ymm1, ymmword ptr [rdi]\n"
        "        vmovups      ymmword ptr [rdi], ymm0\n"
        "        dec          ecx\n"
        "        jne          .L2\n"
    )
    assert loop.cut().artifact == NESTED.artifact


def build(folder: Path, source: str) -> Path:
    """Return a shared object made of `source` by the system's compiler."""
    assert COMPILER is not None
    path, target = folder / "source.cpp", folder / "source.so"
    path.write_text(source, encoding="utf-8")
    plain = ["-O1", "-fno-unroll-loops", "-fno-tree-vectorize", "-fPIC", "-shared"]
    undefined = ["-undefined", "dynamic_lookup"] if platform.system() == "Darwin" else []
    command = [COMPILER, *plain, *undefined, str(path), "-o", str(target)]
    subprocess.run(command, check=True, capture_output=True)
    return target


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A shared object with three functions."""
    return build(tmp_path_factory.mktemp("object"), SOURCE)


@needs_compiler
def test_a_compiled_loop(built: Path) -> None:
    """The loop of a function that was really compiled is found, and loads and stores one float per iteration."""
    (loop,) = disassemble(built, "kernel").loops
    assert loop.instructions[-1].target == loop.instructions[0].offset
    assert (loop.loads, loop.stores) == (4, 4)


@needs_compiler
def test_a_compiled_function_without_loop(built: Path) -> None:
    """A function ends where the next begins: straight code next to a loop has none."""
    code = disassemble(built, "straight")
    assert code.loops == ()
    assert sum(i.size for i in code.instructions) == len(code.code)


@needs_compiler
@needs_x86
def test_unrelated_code_moves_nothing(built: Path, tmp_path: Path) -> None:
    """More code in front moves constants and callees, and leaves the text as it was."""
    more = 'extern "C" double half(double x) { return x * 0.37 + 2.5; }'
    moved = build(tmp_path, f"{more}\n{SOURCE}")
    for symbol, mark in (("kernel", "[rip + {constant}]"), ("caller", "{elsewhere}")):
        old, new = disassemble(built, symbol), disassemble(moved, symbol)
        assert old.artifact.text == new.artifact.text
        assert mark in old.artifact.text
    assert disassemble(built, "kernel").code != disassemble(moved, "kernel").code


@needs_compiler
def test_unknown_symbol(built: Path) -> None:
    """A function that the object does not have is an error that names object and function."""
    with pytest.raises(ExcerptError, match=r"source\.so: no function kernal in its symbols"):
        disassemble(built, "kernal")


def test_no_object(tmp_path: Path) -> None:
    """A file of another kind is an error, not an empty listing."""
    path = tmp_path / "text.so"
    path.write_text("no machine code here\n", encoding="utf-8")
    with pytest.raises(ExcerptError, match=r"text\.so: neither ELF nor Mach-O"):
        disassemble(path)
