"""The implementations that Inductor's lowering of a matrix product has to choose from."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any
from unittest import mock

import torch._inductor.kernel.mm
from torch._inductor.exc import InductorError

from .compilation import compile_cpu


def product_choices(
    subject: Callable[..., Any], *inputs: Any, options: Mapping[str, Any] | None = None
) -> tuple[list[str], str]:
    """Compile `subject` and return the choices for its products in PyTorch's words, and how the compilation failed.

    The second is the first line of Inductor's error, empty where there was none.
    """
    mm: Any = torch._inductor.kernel.mm
    select = mm.autotune_select_algorithm
    seen: list[str] = []

    def note(name: str, choices: Any, *arguments: Any, **named: Any) -> Any:
        seen.extend(str(choice) for choice in choices)
        return select(name, choices, *arguments, **named)

    with mock.patch.object(mm, "autotune_select_algorithm", note):
        try:
            compile_cpu(subject, *inputs, options=options)
        except InductorError as error:
            return seen, str(error).splitlines()[0]
    return seen, ""
