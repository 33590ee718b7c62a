"""Noise leaves an artifact, and nothing else does."""

from __future__ import annotations

import sys
import sysconfig
from pathlib import Path

import pytest

from claims.engine.normalise import normalise

HASH = "c" + "a2b3c4d5e6f7" * 4 + "xyz"
UUID = "b2362aaa_98e7_4703_a674_bb68b6c6dad3"

NOISE = {
    "a file of the cache": (f"/x/{HASH}.cpp", "/x/{hash}.cpp"),
    "a temporary folder": ("/x/tmp4k_9zq1a/main.cpp", "/x/{temporary}/main.cpp"),
    "an address": ("<function f at 0x7fa5040fab70>", "<function f at {address}>"),
    "an object's id in a guard": (
        "ID_MATCH: ___check_obj_id(G['torch'].relu, 140346703270816), type=<class 'module'>",
        "ID_MATCH: ___check_obj_id(G['torch'].relu, {id}), type=<class 'module'>",
    ),
    "a short id in a guard": ("___check_type_id(L['x'], 4372300784)", "___check_type_id(L['x'], {id})"),
    "two guards in a line": (
        "___check_obj_id(a, 140346703270816) and ___check_obj_id(b, 140346703270999)",
        "___check_obj_id(a, {id}) and ___check_obj_id(b, {id})",
    ),
    "a compiled function's name": (f"NULL + __compiled_fn_1_{UUID}", "NULL + __compiled_fn_1_{unique}"),
    "an anonymous name": (f"x_as_{UUID}", "x_as_{unique}"),
    "the line that a resume function is named after": (
        "torch_dynamo_resume_in_line_with_print_at_74",
        "torch_dynamo_resume_in_line_with_print_at_{line}",
    ),
}

FACTS = (
    "vaddps ymm0, ymm1, ymmword ptr [rdi + 0x20]",
    "lea rax, [rdi + 0x4000]",
    "for(int64_t x0=static_cast<int64_t>(0L); x0<static_cast<int64_t>(4096L); x0+=static_cast<int64_t>(8L))",
    "assert_size_stride(arg0_1, (64, 64), (64, 1), 'input')",
    "reinterpret_tensor(arg0_1, (1000000, 64), (1, 1000000), 0)",
    "tmp3 = tmp0 + tmp2; tmp4.store(in_out_ptr0)",
    "tmp_acc0_vec = at::vec::maximum(tmp_acc0_vec, tmp0);",
    "buf_local_buffer_data_0",
    "cpp_fused_add_relu_0 = async_compile.cpp_pybinding(['float*'], source)",
    "LOAD_GLOBAL             __resume_at_56_3",
    "size=[64, 64], stride=[64, 1]",
    "revision cf30153c4c131c8164ee7798e5022d810682e2cb",
    "values 12345678901234 and [12345678901234]",
    "def test_add_at_74(self): return torch_dynamo_resume",
    "clamp_min, contiguous, aten.native_layer_norm_backward.default",
)


@pytest.mark.parametrize(("text", "expected"), NOISE.values(), ids=NOISE)
def test_noise_is_named(text: str, expected: str) -> None:
    """What differs from run to run is replaced by a name in braces, and the text around it stays."""
    assert normalise(text) == expected
    assert normalise(f"first\n  {text}\nlast") == f"first\n  {expected}\nlast"


@pytest.mark.parametrize("text", FACTS)
def test_facts_stay(text: str) -> None:
    """Sizes, strides, steps, displacements, revisions and generated names are facts and pass untouched."""
    assert normalise(text) == text


def test_twice_is_once() -> None:
    """A text that was normalised stays as it is."""
    once = normalise("\n".join(text for text, _ in NOISE.values()))
    assert normalise(once) == once


def test_different_noise_becomes_equal() -> None:
    """Two runs that differ in noise alone read the same."""
    one = f"__compiled_fn_1_{UUID}\n___check_obj_id(G['torch'], 140346708177312)\n"
    other = f"__compiled_fn_1_{UUID.replace('b', 'c')}\n___check_obj_id(G['torch'], 139999999177312)\n"
    assert normalise(one) == normalise(other)


def test_difference_in_facts_stays() -> None:
    """Two runs that differ in a fact beside the noise still differ."""
    assert normalise(f"__compiled_fn_1_{UUID}") != normalise(f"__compiled_fn_2_{UUID}")


def test_folders_by_name() -> None:
    """Folders of the environment, the packages and the project are named instead of shown."""
    packages = sysconfig.get_paths()["purelib"]
    places = {"project": Path("/somewhere/checkout"), "cache": Path("/somewhere/checkout/build/cache")}
    assert normalise(f"{packages}/torch/version.py", places) == "{packages}/torch/version.py"
    assert normalise(f"{sys.prefix}/bin/python", places) == "{environment}/bin/python"
    assert normalise("/somewhere/checkout/claims/subjects.py", places) == "{project}/claims/subjects.py"


def test_longest_folder_first() -> None:
    """A folder inside another keeps its own name."""
    places = {"project": Path("/somewhere/checkout"), "cache": Path("/somewhere/checkout/build/cache")}
    assert normalise("/somewhere/checkout/build/cache/ab", places) == "{cache}/ab"
