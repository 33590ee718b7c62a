"""Values are followed through a generated loop by what each statement takes."""

from __future__ import annotations

import pytest

from claims.engine.cpp_flow import kinds, paths, readers, statements
from claims.engine.excerpt import Artifact, ExcerptError, Region

VECTOR = """
auto tmp0 = at::vec::Vectorized<at::Half>::loadu(in_out_ptr0 + static_cast<int64_t>(x0), static_cast<int64_t>(16));
auto tmp1 = at::vec::convert<float,2,at::Half,1>(tmp0);
auto tmp2 = static_cast<float>(1.0);
auto tmp3 = at::vec::VectorizedN<float,2>(tmp2);
auto tmp4 = tmp1 + tmp3;
auto tmp5 = at::vec::clamp_min(tmp4, decltype(tmp4)(0));
auto tmp6 = at::vec::convert<at::Half,1,float,2>(tmp5);
tmp6.store(in_out_ptr0 + static_cast<int64_t>(x0), static_cast<int64_t>(16));
"""
SCALAR = """
auto tmp0 = in_out_ptr0[static_cast<int64_t>(x0)];
auto tmp1 = static_cast<float>(1.0);
auto tmp2 = float(tmp0 + tmp1);
auto tmp3 = std::max(tmp2, decltype(tmp2)(0));
in_out_ptr0[static_cast<int64_t>(x0)] = tmp3;
"""


def region(text: str) -> Region:
    return Artifact("the kernel", text.strip() + "\n", "cpp").all


def test_a_vectorised_body_is_followed_through_its_conversions() -> None:
    """Constants are left out, loads and stores are the ends."""
    (path,) = paths(region(VECTOR))
    assert kinds(path) == ["load", "convert", "add", "maximum", "convert", "store"]


def test_a_scalar_body_gives_the_same_kinds_as_a_vectorised_one() -> None:
    """Subscripts are loads and stores too."""
    (path,) = paths(region(SCALAR))
    assert kinds(path) == ["load", "add", "maximum", "store"]


def test_a_multiplication_is_a_kind_of_its_own() -> None:
    """The cast inside a subscript is none."""
    text = SCALAR.replace("float(tmp0 + tmp1)", "float(tmp0 * tmp1)")
    (path,) = paths(region(text))
    assert kinds(path) == ["load", "multiply", "maximum", "store"]


def test_each_store_has_a_path_of_its_own() -> None:
    """A sum that is stored as well ends a path of its own, after the add."""
    text = SCALAR + "out_ptr0[static_cast<int64_t>(x0)] = tmp2;\n"
    assert [kinds(path)[-2] for path in paths(region(text))] == ["maximum", "add"]
    assert readers(region(text), "tmp2") == ["maximum", "store"]


def test_what_stands_in_decltype_is_not_read() -> None:
    """A type is no value."""
    maximum = next(each for each in statements(region(VECTOR)) if each.kind == "maximum")
    assert maximum.reads == ("tmp4",)


def test_a_value_from_two_loads_is_refused() -> None:
    """There is no single path through a sum of two tensors."""
    text = SCALAR.replace("static_cast<float>(1.0)", "in_ptr1[static_cast<int64_t>(x0)]")
    with pytest.raises(ExcerptError, match="takes 2 values that are no constants"):
        paths(region(text))
