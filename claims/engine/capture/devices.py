"""Devices beside the processor: which there are, what they call themselves, and how to wait for one."""

from __future__ import annotations

from typing import Any

import torch

from ..interpreter import run_python
from ..timing.declared import Path


def devices() -> list[str]:
    """Return the devices that a claim may require and that this machine has: ``cuda``, or none.

    Asked in an interpreter of its own, where PyTorch was built with CUDA at all: once a process has asked the driver,
    its forks cannot. Raises InterpreterError where that one fails.
    """
    if torch.version.cuda is None:
        return []
    return run_python("import torch; print('cuda' if torch.cuda.is_available() else '')").split()


def device_name(device: str) -> str:
    """Return the device's own name for itself, such as ``NVIDIA H100``. Raises RuntimeError where it is not there."""
    return str(torch.get_device_module(device).get_device_name())


def waited_for(path: Path, device: str = "cuda") -> Path:
    """Return the path with a wait for the device after each call: without, only the handing over would be timed."""
    settle = torch.get_device_module(device).synchronize

    def call() -> Any:
        result = path.call()
        settle()
        return result

    return Path(path.name, call)
