"""Libraries of this process, and words in files."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from claims.engine.mapped import files_holding, mapped_libraries


@pytest.mark.skipif(sys.platform != "linux", reason="Linux alone lists what is mapped")
def test_the_c_library_is_mapped() -> None:
    """Every process has the C library, and what is listed lies on the disk and is listed once."""
    libraries = mapped_libraries()
    assert any(path.name.startswith("libc.") for path in libraries)
    assert len({*libraries}) == len(libraries) and all(path.is_file() for path in libraries)


def test_a_word_is_found_wherever_it_stands(tmp_path: Path) -> None:
    """Any of the words counts, in the middle of a name too; an empty file holds none."""
    files = {name: tmp_path / name for name in ("first.so", "second.so", "third.so", "empty.so")}
    files["first.so"].write_bytes(b"\x7fELF" + b"\0" * 5000 + b"_ZN4mlir7contextEv\0")
    files["second.so"].write_bytes(b"MLIR")
    files["third.so"].write_bytes(b"m-l-i-r")
    files["empty.so"].touch()
    found = files_holding(files.values(), b"mlir", b"MLIR")
    assert [path.name for path in found] == ["first.so", "second.so"]
