"""Two functions are compared bit for bit, and every way to differ is counted."""

from __future__ import annotations

import pytest
import torch
from torch import Tensor

from claims.engine.capture import exhaustive
from claims.engine.capture.exhaustive import CHUNK, QUIET, Sweep, bits, every_pattern, sweep_float32


@pytest.mark.parametrize("dtype", [torch.float16, torch.bfloat16])
def test_every_pattern_of_sixteen_bits(dtype: torch.dtype) -> None:
    """All patterns are there, once each and in order."""
    x = every_pattern(dtype)
    assert x.dtype == dtype
    assert [n & 0xFFFF for n in bits(x).tolist()] == list(range(2**16))


def test_bits_are_no_copy() -> None:
    """The integers are the tensor's own memory; minus zero shows its sign."""
    x = torch.tensor([0.0, -0.0])
    assert bits(x).tolist() == [0, -(2**31)]
    assert bits(x).data_ptr() == x.data_ptr()


def compared(values: list[int], compiled: Tensor | None = None, eager: Tensor | None = None) -> Sweep:
    """Compare a chunk of ones whose first patterns are `values`, by default with itself."""
    pattern = torch.full((CHUNK,), 0x3F800000, dtype=torch.int32)
    pattern[: len(values)] = torch.tensor(values, dtype=torch.int32)
    x = pattern.view(torch.float32)
    return exhaustive._compare(pattern, x, x if eager is None else eager, x if compiled is None else compiled)


def test_the_same_bits_differ_nowhere() -> None:
    """NaNs with the same bits are equal, and zero is a result with no bit set."""
    assert compared([0, 0x7FC00000]) == Sweep(CHUNK, 0, 1, 1, 1, 0)


def test_a_zero_of_the_other_sign_differs() -> None:
    """Equal as numbers is not equal in bits."""
    zeros = torch.zeros(CHUNK)
    assert compared([], zeros, -zeros).differing == CHUNK


def test_nans_are_told_apart() -> None:
    """A NaN that only turned quiet counts as kept, one that lost its payload does not."""
    signalling, payload = 0x7F800001, 0x7FC00123
    seen = torch.ones(CHUNK)
    bits(seen)[:2] = torch.tensor([signalling | QUIET, 0x7FC00000], dtype=torch.int32)
    found = compared([signalling, payload], seen)
    assert (found.nans, found.kept, found.signalling, found.differing) == (2, 1, 1, 2)


def test_sweeps_add_up() -> None:
    """The counts of two ranges are added one by one."""
    assert Sweep(1, 2, 3, 4, 5, 6) + Sweep(10, 20, 30, 40, 50, 60) == Sweep(11, 22, 33, 44, 55, 66)


@pytest.mark.parametrize(("first", "count"), [(1, CHUNK), (0, CHUNK - 1)])
def test_ranges_are_whole_chunks(first: int, count: int) -> None:
    """Anything else is refused before a process is started."""
    with pytest.raises(ValueError, match="multiples of 262,144"):
        sweep_float32(torch.relu, torch.relu, first, count)
