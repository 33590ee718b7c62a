"""The libraries that are mapped into this process, and which of their files hold a word."""

from __future__ import annotations

import mmap
from collections.abc import Iterable
from pathlib import Path


def mapped_libraries() -> list[Path]:
    """Return the shared objects mapped into this process, sorted. Linux alone tells; elsewhere the list is empty."""
    maps = Path("/proc/self/maps")
    rows = maps.read_text(encoding="utf-8").splitlines() if maps.is_file() else []
    mapped = {Path(row.split(maxsplit=5)[5].strip()) for row in rows if len(row.split(maxsplit=5)) == 6}
    return sorted(path for path in mapped if ".so" in path.suffixes and path.is_file())


def files_holding(files: Iterable[Path], *words: bytes) -> list[Path]:
    """Return those of the files that hold one of the words, wherever it stands: in code, names or text."""
    return [path for path in files if path.stat().st_size and _holds(path, words)]


def _holds(path: Path, words: tuple[bytes, ...]) -> bool:
    with path.open("rb") as stream, mmap.mmap(stream.fileno(), 0, access=mmap.ACCESS_READ) as content:
        return any(content.find(word) >= 0 for word in words)
