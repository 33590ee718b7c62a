"""The processor's data caches and their sizes, as the system lists them."""

from __future__ import annotations

import sys
from pathlib import Path

from .machine import output_of

#: Where Linux lists the caches of the first processor.
_CACHES = Path("/sys/devices/system/cpu/cpu0/cache")
_UNITS = {"K": 1, "M": 1024, "G": 1024 * 1024}
#: What macOS calls the sizes in bytes.
_SYSCTL = {"L1": "hw.l1dcachesize", "L2": "hw.l2cachesize", "L3": "hw.l3cachesize"}


def data_caches(folder: Path = _CACHES) -> dict[str, int]:
    """Return the KiB of each cache that data go through, by level; empty where the system lists none."""
    if sys.platform == "darwin":
        found = {level: output_of(["sysctl", "-n", name]).strip() for level, name in _SYSCTL.items()}
        return {level: int(size) // 1024 for level, size in found.items() if size.isdecimal() and int(size)}
    caches = [cache for cache in sorted(folder.glob("index*")) if _read(cache / "type") in ("Data", "Unified")]
    return {f"L{_read(cache / 'level')}": _kib(_read(cache / "size")) for cache in caches}


def _read(path: Path) -> str:
    return path.read_text(encoding="ascii").strip()


def _kib(size: str) -> int:
    return int(size[:-1]) * _UNITS[size[-1]] if size[-1] in _UNITS else int(size) // 1024
