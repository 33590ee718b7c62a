"""Triton's kernels in a wrapper, read as text: no GPU, and no Triton."""

from __future__ import annotations

import pytest

from claims.engine import Artifact, ExcerptError, triton_kernels

SOURCE = """
import triton
import triton.language as tl

@triton.jit
def triton_poi_fused_add_relu_0(in_out_ptr0, xnumel, XBLOCK : tl.constexpr):
    xindex = tl.program_id(0) * XBLOCK + tl.arange(0, XBLOCK)[:]
    tmp0 = tl.load(in_out_ptr0 + (xindex), None)
    tl.store(in_out_ptr0 + (xindex), triton_helpers.maximum(0, tmp0 + 1.0), None)
"""
WRAPPER = f"""
async_compile = AsyncCompile()

triton_poi_fused_add_relu_0 = async_compile.triton('triton_poi_fused_add_relu_0', '''{SOURCE}''', device_str='cuda')

other = async_compile.cpp_pybinding(['float*'], '''void kernel(float*) {{}}''')
"""


def test_each_kernel_with_its_source() -> None:
    """A kernel is found by the call that hands it to Triton, and cut down to its own function."""
    (kernel,) = triton_kernels(Artifact("the wrapper", WRAPPER, "python"))
    assert kernel.name == "triton_poi_fused_add_relu_0"
    assert kernel.source.depends == ("gpu",)
    assert "import triton" in kernel.source and "import triton" not in kernel.function.text
    assert (kernel.function.text.count("tl.load("), kernel.function.text.count("tl.store(")) == (1, 1)


def test_a_wrapper_without_kernels() -> None:
    """A wrapper for the CPU has none."""
    assert triton_kernels(Artifact("the wrapper", "call = 1\n", "python")) == ()


def test_a_source_without_the_function() -> None:
    """A name that the source does not define is an error."""
    (kernel,) = triton_kernels(Artifact("the wrapper", WRAPPER.replace("def triton", "def other"), "python"))
    with pytest.raises(ExcerptError):
        _ = kernel.function
