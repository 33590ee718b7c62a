"""Devices beside the processor: which there are, and what they call themselves."""

from __future__ import annotations

import torch

from ..interpreter import run_python


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
