"""Page faults, and what decides how many there are: the C allocator and the setting for huge pages.

The settings hold for the whole process and cannot be put back, so they belong into a throw-away fork.
"""

from __future__ import annotations

import ctypes
import platform
import resource
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

#: From Linux's prctl.h and from glibc's malloc.h.
_PR_SET_THP_DISABLE, _M_TRIM_THRESHOLD, _M_MMAP_MAX = 41, -1, -4
_HUGE_PAGES = Path("/sys/kernel/mm/transparent_hugepage/enabled")


def faults_of(call: Callable[[], Any]) -> int:
    """Return the page faults that a call took and that needed no reading from a disk."""
    before = resource.getrusage(resource.RUSAGE_SELF).ru_minflt
    call()
    return resource.getrusage(resource.RUSAGE_SELF).ru_minflt - before


def ordinary_pages() -> None:
    """Have this process given ordinary pages alone from now on, where the system hands out larger ones by itself."""
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(_PR_SET_THP_DISABLE, 1, 0, 0, 0)


def keep_pages() -> None:
    """Ask for ordinary pages, and tell the C allocator to take all memory from its heap and to give none back.

    glibc alone has words for it; with another C library this asks for ordinary pages and no more.
    """
    ordinary_pages()
    tell = getattr(ctypes.CDLL(None), "mallopt", None)
    if tell is not None:
        tell(_M_MMAP_MAX, 0)
        tell(_M_TRIM_THRESHOLD, 2**31 - 1)


def page_makers() -> tuple[bool, str]:
    """Return whether it is told what decides on pages here, and that in words: C library, huge pages, page size.

    Only Linux tells; of another system nothing more is asked than its name.
    """
    library = " ".join(platform.libc_ver()).strip()
    huge = _HUGE_PAGES.read_text(encoding="ascii").split("[")[-1].split("]")[0] if _HUGE_PAGES.is_file() else ""
    words = f"{library or platform.system()}; huge pages: {huge or 'unknown'}; {resource.getpagesize()} bytes a page"
    return bool(library and huge) or sys.platform != "linux", words
