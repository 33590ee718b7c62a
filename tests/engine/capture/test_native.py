"""C of a claim's own is built with a kernel's command, whose floating-point options are read back."""

from __future__ import annotations

import shutil
import tempfile
from ctypes import c_int
from pathlib import Path

import pytest

from claims.engine.capture.arithmetic import shortcuts
from claims.engine.capture.native import FLOATING, build_like, option_state, typed_options
from claims.engine.compiler_call import CompilerCall
from claims.engine.excerpt import ExcerptError

COMPILERS = [name for name in ("g++", "clang++") if shutil.which(name)]
SOURCE = 'extern "C" int answer(int n) { return n + OFFSET; }'
#: The two parts of -ffast-math that are seen below. The whole of it would have this process flush subnormal numbers.
FAST = ("-fassociative-math", "-fno-trapping-math", "-fno-signed-zeros", "-ffinite-math-only")


@pytest.fixture(params=COMPILERS)
def call(request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> CompilerCall:
    """A command such as Inductor writes, on a file that is there."""
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    source = tmp_path / "kernel.cpp"
    source.write_text('extern "C" float kernel(float x) { return x + 1.0f; }', encoding="utf-8")
    words = f"{request.param} {source} -DOFFSET=2 -O2 -shared -fPIC -ffp-contract=off -fno-signed-zeros"
    return CompilerCall(f"{words} -o {tmp_path / 'kernel.so'}", 0.0)


def test_a_text_is_built_with_the_commands_own_options(call: CompilerCall) -> None:
    """Its definitions hold, further flags come after them and what is left out is gone."""
    assert build_like(call, SOURCE).function("answer", c_int, result=c_int)(40) == 42
    assert build_like(call, SOURCE, "-UOFFSET", "-DOFFSET=3").function("answer", c_int, result=c_int)(40) == 43
    with pytest.raises(ExcerptError, match=r"(?s)refused a claim's own C:.*OFFSET"):
        build_like(call, SOURCE, without=["-DOFFSET=2"])


def test_what_was_built_can_be_read(call: CompilerCall) -> None:
    """The machine code of a function is found by its name, and an unknown one is refused."""
    built = build_like(call, SOURCE)
    assert built.listing("answer").instructions
    with pytest.raises(ExcerptError, match="no function kernel"):
        built.listing()


def test_typed_options(call: CompilerCall) -> None:
    """An option is found as it was typed, with and without no-, and no other one for it."""
    assert typed_options(call, "signed-zeros") == ["-fno-signed-zeros"]
    assert typed_options(call, "fp-contract") == ["-ffp-contract=off"]
    assert typed_options(call, "math-errno") == []


def test_the_state_is_the_compilers_own(call: CompilerCall) -> None:
    """Every option has a state, the command's words show in it, and one more flag changes it."""
    state = option_state(call)
    assert state.keys() == FLOATING.keys()
    assert (state["signed-zeros"], state["fp-contract"], state["associative-math"]) == ("off", "off", "off")
    assert option_state(call, "-ffast-math")["associative-math"] == "on"
    assert option_state(call, without=["-fno-signed-zeros"])["signed-zeros"] == "on"


def test_shortcuts_are_seen_by_their_results(call: CompilerCall) -> None:
    """As it stands the command keeps every rule; told so, the compiler regroups sums and takes nothing for NaN."""
    assert all(shortcuts(call, without=["-fno-signed-zeros"]).values())
    fast = shortcuts(call, *FAST)
    assert not fast["a sum keeps its grouping"]
    assert not fast["NaN is unequal to itself"]
