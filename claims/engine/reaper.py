"""Kills the process groups and trees named on standard input once that closes. Started by `pool`; standard library only."""

import contextlib
import os
import signal
import sys
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


def main() -> None:
    """Read ``+group N``, ``-group N`` and ``+tree N`` until the end of input, then kill what is left."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    groups: set[int] = set()
    trees: set[int] = set()
    for line in sys.stdin:
        verb, _, number = line.strip().partition(" ")
        if verb == "+group":
            groups.add(int(number))
        elif verb == "-group":
            groups.discard(int(number))
        elif verb == "+tree":
            trees.add(int(number))
    below = [pid for tree in trees for pid in (tree, *descendants(tree))]
    for kill, numbers in ((os.killpg, groups), (os.kill, below)):
        for number in numbers:
            with contextlib.suppress(ProcessLookupError, PermissionError):
                kill(number, signal.SIGKILL)


if __name__ == "__main__":
    main()
