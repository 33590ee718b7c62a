"""A wrapper's call is read from its syntax tree, not from its text."""

from __future__ import annotations

import pytest

from claims.engine.excerpt import Artifact, ExcerptError
from claims.engine.wrapper import Step, wrapper_call

WRAPPER = """
class Runner:
    def call(self, args):
        primals_1, s0, = args
        args.clear()
        assert_size_stride(primals_1, (64, 64), (64, 1), 'input')
        assert_size_stride(other, (s0, 64), (64, 1), 'input')
        buf0 = empty_strided_cpu((64, 64), (64, 1), torch.float32)
        extern_kernels.mm(primals_1, reinterpret_tensor(primals_1, (64, 64), (1, 64), 0), out=buf0)
        buf1 = buf0; del buf0  # reuse
        cpp_fused_add_relu_0(buf1)
        return (buf1, primals_1, )
"""


def artifact(text: str) -> Artifact:
    return Artifact("the wrapper", text, "python")


def test_inputs_and_results() -> None:
    """What the call takes and returns is listed in order, an assertion with a symbolic size left out."""
    call = wrapper_call(artifact(WRAPPER))
    assert call.takes == ("primals_1", "s0")
    assert call.returns == ("buf1", "primals_1")
    assert call.asserts == {"primals_1": ((64, 64), (64, 1))}


def test_assertions_in_a_group() -> None:
    """Newer builds assert the sizes of several tensors in one call; it says the same of each."""
    lines = WRAPPER.splitlines(keepends=True)
    grouped = "assert_size_stride_grouped((primals_1, mm, s), ((64, 64), (8, ), ()), ((64, 1), (1, ), ()), 'input')"
    text = "".join(f"        {grouped}\n" if "assert_size_stride(primals_1" in row else row for row in lines)
    assert wrapper_call(artifact(text)).asserts == {
        "primals_1": ((64, 64), (64, 1)),
        "mm": ((8,), (1,)),
        "s": ((), ()),
    }


def test_steps() -> None:
    """Library calls and generated calls keep their order, their arguments and the buffer that they write."""
    call = wrapper_call(artifact(WRAPPER))
    assert call.library == ["mm"]
    assert call.generated == ["cpp_fused_add_relu_0"]
    assert call.steps[0].out == "buf0"
    assert call.steps[0].arguments[1] == "reinterpret_tensor(primals_1, (64, 64), (1, 64), 0)"
    assert call.steps[1] == Step("cpp_fused_add_relu_0", True, ("buf1",))


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("x = 1\n", "0 functions are named call"),
        ("def call(args):\n    return (args, )\n", "does not start by unpacking"),
        ("def call(args):\n    a, = args\n    return a\n", "does not end by returning a tuple"),
    ],
)
def test_errors(text: str, said: str) -> None:
    """A wrapper of another form is an error that says what is missing."""
    with pytest.raises(ExcerptError, match=said):
        wrapper_call(artifact(text))
