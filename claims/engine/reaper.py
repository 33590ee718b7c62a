"""Kills the groups, trees and marked processes named on standard input once that closes. Standard library only."""

import contextlib
import os
import signal
import sys
import time
from collections.abc import Callable, Iterable
from pathlib import Path


def descendants(pid: int) -> list[int]:
    """Return the processes below `pid`, parents first, from /proc."""
    children: dict[int, list[int]] = {}
    for entry in Path("/proc").glob("[0-9]*/stat"):
        with contextlib.suppress(OSError, ValueError, IndexError):
            parent = int(entry.read_text().rpartition(")")[2].split()[1])
            children.setdefault(parent, []).append(int(entry.parent.name))
    found, waiting = [], [pid]
    while waiting:
        below = children.get(waiting.pop(), [])
        found += below
        waiting += below
    return found


def marked(mark: str) -> list[int]:
    """Return the processes whose environment has the entry `mark`: whoever left group and parent still carries it.

    multiprocessing's resource tracker is none of them: it ends by itself, with the runner.
    """
    found = []
    for entry in Path("/proc").glob("[0-9]*/environ"):
        with contextlib.suppress(OSError):
            carries = os.fsencode(mark) in entry.read_bytes().split(b"\0")
            if carries and b"resource_tracker" not in entry.with_name("cmdline").read_bytes():
                found.append(int(entry.parent.name))
    return found


def kill_all(numbers: Iterable[int], kill: Callable[[int, int], None] = os.kill) -> None:
    """Kill every process, or every group, that is still there."""
    for number in numbers:
        with contextlib.suppress(ProcessLookupError, PermissionError):
            kill(number, signal.SIGKILL)


def main() -> None:
    """Read ``+group N``, ``-group N``, ``+tree N``, ``+mark TEXT`` until the end of input, then kill what is left."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    groups: set[int] = set()
    trees: set[int] = set()
    marks: set[str] = set()
    for line in sys.stdin:
        verb, _, number = line.rstrip("\n").partition(" ")
        if verb == "+group":
            groups.add(int(number))
        elif verb == "-group":
            groups.discard(int(number))
        elif verb == "+tree":
            trees.add(int(number))
        elif verb == "+mark":
            marks.add(number)
    below = [pid for tree in trees for pid in (tree, *descendants(tree))]
    kill_all(groups, os.killpg)
    kill_all(below)
    for _ in range(20):  # A process may start another while it is being looked for.
        left = [pid for mark in marks for pid in marked(mark)]
        if not left:
            break
        kill_all(left)
        time.sleep(0.02)


if __name__ == "__main__":
    main()
