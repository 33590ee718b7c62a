"""What the engine asks of PyTorch, answered from the environment."""

import os

from claims.engine.machine import ISA_OF_CAPABILITY


def vector_isa() -> str:
    """Return what Inductor would find; BLIND_PROBE makes its probe fail as it does on a busy machine."""
    if os.environ.get("BLIND_PROBE"):
        return "INVALID_VEC_ISA"
    return ISA_OF_CAPABILITY.get(os.environ.get("ATEN_CPU_CAPABILITY", ""), "")


def compiler_seconds() -> float:
    return 0.0


def start_from_seed() -> None:
    return None
