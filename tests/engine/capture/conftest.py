"""A Dynamo that has compiled nothing, for tests that count what it does."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
import torch


@pytest.fixture
def nothing_compiled() -> Iterator[None]:
    """Nothing compiled before, and nothing left behind."""
    torch._dynamo.reset()
    yield
    torch._dynamo.reset()
