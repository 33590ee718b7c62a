"""Two paths to one result. What is timed against each other must agree first."""

from __future__ import annotations

import sys
from typing import Any

from .timing.declared import Path as Path


class PathsDisagree(Exception):
    """Two paths do not give the same result, so a timing of one against the other would compare nothing."""


def ensure_equal(reference: Path, other: Path) -> None:
    """Call both paths once and compare what they return.

    The contract is ``torch.testing.assert_close`` with its tolerances for the dtype, NaN equal to NaN, dtype, shape
    and device the same; what holds no tensor must be equal. Raises PathsDisagree, which names the pair, where it is
    not met.
    """
    try:
        _agree(other.call(), reference.call())
    except AssertionError as error:
        reason = "; ".join(line.strip() for line in str(error).splitlines() if line.strip())
        raise PathsDisagree(f"{other.name} against {reference.name} is not timed: {reason}") from error


def _agree(found: Any, expected: Any) -> None:
    # A tensor can only come from a PyTorch that somebody has imported.
    torch = sys.modules.get("torch")
    if torch is not None and _holds_tensor(found, torch.Tensor):
        torch.testing.assert_close(found, expected, equal_nan=True)
    elif found != expected:
        raise AssertionError(f"{found!r} is not {expected!r}")


def _holds_tensor(value: Any, tensor: type) -> bool:
    if isinstance(value, tuple | list):
        return any(_holds_tensor(item, tensor) for item in value)
    return isinstance(value, tensor)
