"""Which of Inductor's settings a function asks."""

from __future__ import annotations

import torch
from torch._inductor import config as inductor_config

from claims.engine.capture.settings import settings_asked


def _use_second() -> bool:
    return bool(inductor_config.max_autotune_gemm)


def use_first() -> bool:
    return bool(inductor_config.max_autotune) and _use_second()


def not_a_predicate() -> bool:
    return bool(inductor_config.cpp.simdlen)


def asks() -> bool:
    not_a_predicate()
    return use_first() or torch._inductor.config.triton.cudagraphs or inductor_config.max_autotune


def test_settings_are_found_through_predicates() -> None:
    """Settings are found in the function itself and in the predicates that it calls, and nowhere else."""
    found = {setting.name: setting for setting in settings_asked(asks)}
    assert {name: sorted(setting.asked_by) for name, setting in found.items()} == {
        "triton.cudagraphs": ["asks"],
        "max_autotune": ["asks", "use_first"],
        "max_autotune_gemm": ["_use_second"],
    }
    assert found["max_autotune"].value is False
