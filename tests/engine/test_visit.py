"""The state in which everything is timed."""

from __future__ import annotations

import platform

import pytest

from claims.engine.interpreter import run_python

LOOP = """
import resource
from claims.engine.timing.visit import settle_heap

def faults():
    return resource.getrusage(resource.RUSAGE_SELF).ru_minflt

def call():
    one, other = bytearray(4 << 20), bytearray(4 << 20)

def counted():
    for _ in range(5):
        call()
    before = faults()
    for _ in range(5):
        call()
    return faults() - before

unsettled = counted()
settle_heap()
print(unsettled, counted())
"""


@pytest.mark.skipif(platform.libc_ver()[0] != "glibc", reason="another C library keeps memory by other rules")
def test_a_settled_heap_keeps_its_pages() -> None:
    """Calls that free two blocks of 4 MiB fault on their pages before the heap is settled, and on none after it."""
    unsettled, settled = map(int, run_python(LOOP).split())
    assert unsettled > 1000
    assert settled < 10
