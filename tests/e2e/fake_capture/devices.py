"""Devices beside the processor; FAKE_DEVICES names those that there are."""

import os


def devices() -> list[str]:
    return os.environ.get("FAKE_DEVICES", "").split()


def device_name(device: str) -> str:
    return f"a fake {device} device"
