"""Two paths to one result. What is timed against each other must agree first."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import torch
from torch import Tensor


@dataclass(frozen=True)
class Path:
    """One way to a result, under the name that a reader sees."""

    name: str
    call: Callable[[], Tensor]


class PathsDisagree(Exception):
    """Two paths do not give the same result, so a timing of one against the other would compare nothing."""


def ensure_equal(reference: Path, other: Path) -> None:
    """Call both paths once and compare what they return.

    The contract is ``torch.testing.assert_close`` with its tolerances for the dtype, NaN equal to NaN, dtype, shape
    and device the same. Raises PathsDisagree, which names the pair, where it is not met.
    """
    try:
        torch.testing.assert_close(other.call(), reference.call(), equal_nan=True)
    except AssertionError as error:
        reason = "; ".join(line.strip() for line in str(error).splitlines() if line.strip())
        raise PathsDisagree(f"{other.name} against {reference.name} is not timed: {reason}") from error
