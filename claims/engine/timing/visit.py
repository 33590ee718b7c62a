"""Blocks and visits: calls timed in blocks of about a millisecond, each side twice, in an order that cancels drift."""

from __future__ import annotations

import gc
import os
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

from . import clock

#: Nanoseconds that a block should last, and that both sides are called untimed before a visit.
BLOCK, WARM_UP = 1_000_000, 50_000_000
#: Bytes of about the largest block that glibc learns to keep: its limit is 32 MiB.
LARGEST_KEPT = 31 * 2**20
#: Calls that are timed one by one to learn how long one takes.
TRIALS = 5
Call = Callable[[], Any]


@dataclass
class Arms:
    """The sides of one comparison, and how many calls make a block of each."""

    calls: Sequence[Call]
    counts: list[int] = field(default_factory=list)

    def visit(self, order: Sequence[int], now: Callable[[], int] = clock.now) -> list[float]:
        """Return the seconds per call of each side, from two blocks of each.

        `order` is a permutation of the sides: blocks run in it and then in its reverse, A B B A or B A A B for two, so
        that a drift over the visit touches all sides alike. Idleness makes the first block slower (14 to 25 % after a
        quarter of a second), so 50 ms of untimed calls come first. Garbage collection is off throughout.
        """
        collecting = gc.isenabled()
        gc.disable()
        try:
            warm_up(self.calls, now)
            if not self.counts:
                self.counts = block_sizes(self.calls, now)
            totals = [0.0] * len(self.calls)
            for side in (*order, *reversed(order)):
                totals[side] += block(self.calls[side], self.counts[side], now)
        finally:
            if collecting:
                gc.enable()
        return [total / (2 * count) / 1e9 for total, count in zip(totals, self.counts, strict=True)]


def block(call: Call, count: int, now: Callable[[], int] = clock.now) -> int:
    """Return the nanoseconds that so many calls take."""
    rounds = range(count)
    start = now()
    for _ in rounds:
        call()
    return now() - start


def warm_up(calls: Sequence[Call], now: Callable[[], int] = clock.now) -> None:
    """Call every side in turn, untimed, until 50 ms have passed."""
    end = now() + WARM_UP
    while True:
        for call in calls:
            call()
        if now() >= end:
            return


def block_sizes(calls: Sequence[Call], now: Callable[[], int] = clock.now) -> list[int]:
    """Return how many calls of each side make a block of about 1 ms; a side whose call takes longer is matched."""
    single = [sorted(block(call, 1, now) for _ in range(TRIALS))[TRIALS // 2] for call in calls]
    length = max(BLOCK, *single)
    return [max(1, round(length / max(nanoseconds, 1))) for nanoseconds in single]


def settle() -> None:
    """Bring this process to the state in which everything is timed: its heap settled, and on one core from now on."""
    settle_heap()
    stay_on_one_core()


def settle_heap() -> None:
    """Bring the C allocator where it is in any program that has freed one large tensor.

    As blocks are freed, glibc raises the size up to which it keeps what is freed, and with it the size above which it
    hands the end of its heap back (mallopt(3), M_MMAP_THRESHOLD and M_TRIM_THRESHOLD). Before that it is chance, by
    what lies at the heap's end, whether a call finds its pages or faults on each and takes twice as long.
    """
    bytearray(LARGEST_KEPT)


def stay_on_one_core() -> int | None:
    """Keep this process on one processor from now on, the last that it may use; return which, None where none can."""
    if sys.platform != "linux":
        return None
    core = max(os.sched_getaffinity(0))
    for thread in os.listdir("/proc/self/task"):  # noqa: PTH208
        os.sched_setaffinity(int(thread), {core})
    return core
