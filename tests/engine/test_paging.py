"""Page faults are counted, and an allocator can be told to keep its pages."""

from __future__ import annotations

import mmap
import sys
from pathlib import Path

import pytest

from claims.engine import paging
from claims.engine.forks import end_of_fork
from claims.engine.paging import faults_of, keep_pages, ordinary_pages, page_makers

PAGES = 256


def test_a_fault_for_every_page_first_touched() -> None:
    """Memory fresh from the system costs a fault a page; touched again it costs none."""

    def inside() -> None:
        ordinary_pages()
        with mmap.mmap(-1, PAGES * mmap.PAGESIZE) as memory:
            touch = lambda: [memory.__setitem__(n * mmap.PAGESIZE, 1) for n in range(PAGES)]  # noqa: E731
            print(faults_of(touch), faults_of(touch))

    first, again = map(int, end_of_fork(inside).output.split())
    assert PAGES <= first < PAGES + 32 and again < 32


@pytest.mark.skipif(sys.platform != "linux", reason="glibc has the words for it")
def test_pages_that_stay() -> None:
    """What an allocator that keeps its pages gives a second time takes no faults."""

    def count() -> None:
        size = 64 * 2**20
        bytes(size)
        print(faults_of(lambda: bytearray(b"x" * size)))

    def kept() -> None:
        keep_pages()
        bytearray(b"x" * (64 * 2**20))
        count()

    handed_back, stayed = (int(end_of_fork(case).output) for case in (count, kept))
    assert stayed < handed_back // 10


def test_what_decides_on_pages_is_told() -> None:
    """Library, huge pages and the size of a page are named."""
    known, words = page_makers()
    assert known and "huge pages: " in words and words.endswith("bytes a page")


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux tells")
def test_an_unknown_setting_is_not_known(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Where Linux does not tell of huge pages, what decides is not known."""
    monkeypatch.setattr(paging, "_HUGE_PAGES", tmp_path / "enabled")
    known, words = page_makers()
    assert not known and "huge pages: unknown" in words
