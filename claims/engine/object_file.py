"""What a shared object is made of: sections, the names that it takes and gives, the libraries that it needs."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

import lief

from .excerpt import ExcerptError


def parsed(shared_object: Path) -> Any:
    """Return what the object reader makes of an ELF or Mach-O file. Raises ExcerptError where it is neither."""
    binary = lief.parse(str(shared_object))
    if binary is None:
        raise ExcerptError(f"{shared_object.name}: neither ELF nor Mach-O")
    return binary


def sections(shared_object: Path) -> dict[str, bytes]:
    """Return the sections of an ELF or Mach-O shared object by name. Raises ExcerptError where it cannot be read."""
    binary = parsed(shared_object)  # Held: its sections are views that do not keep it alive.
    return {str(section.name): bytes(section.content) for section in binary.sections}


def imported_names(shared_object: Path) -> list[str]:
    """Return the functions and variables that a shared object takes from others, sorted.

    Raises ExcerptError where it cannot be read.
    """
    binary = parsed(shared_object)
    # The reader's own list of imports leaves out what the linker gave no type, such as CPython's functions.
    taken = (
        [s for s in binary.symbols if s.shndx == 0] if isinstance(binary, lief.ELF.Binary) else binary.imported_symbols
    )
    return sorted({str(symbol.name).partition("@")[0] for symbol in taken if symbol.name})


def exported_names(shared_object: Path) -> list[str]:
    """Return the functions and variables that a shared object offers to others, sorted.

    Mach-O puts an underscore before each name of C, which is left out. Raises ExcerptError where it cannot be read.
    """
    binary = parsed(shared_object)
    names = {str(symbol.name).partition("@")[0] for symbol in binary.exported_symbols if symbol.name}
    return sorted(names if isinstance(binary, lief.ELF.Binary) else {name.removeprefix("_") for name in names})


def needed_libraries(shared_object: Path) -> list[str]:
    """Return the libraries that a shared object asks the loader for, in its own order and words.

    Raises ExcerptError where it cannot be read.
    """
    binary = parsed(shared_object)
    if isinstance(binary, lief.ELF.Binary):
        return [str(name) for name in binary.libraries]
    own = lief.MachO.LoadCommand.TYPE.ID_DYLIB
    return [str(library.name) for library in binary.libraries if library.command != own]


@dataclass(frozen=True)
class Place:
    """A place in a shared object that the loader fills with an address."""

    section: str
    """The section that it lies in."""
    name: str
    """The function or variable whose address it gets; empty for an address inside the object itself."""


def places_to_fill(shared_object: Path) -> list[Place]:
    """Return the places that the loader fills before, or when, the code first needs them.

    Raises ExcerptError where it cannot be read.
    """
    binary = parsed(shared_object)
    elf = isinstance(binary, lief.ELF.Binary)
    found = []
    for place in [*binary.relocations] if elf else [*binary.relocations, *binary.bindings]:
        section = next(
            (s.name for s in binary.sections if s.virtual_address <= place.address < s.virtual_address + s.size), ""
        )
        found.append(Place(str(section), str(place.symbol.name).partition("@")[0] if place.has_symbol else ""))
    return found


def line_table(shared_object: Path) -> int:
    """Return the bytes of the table from machine code to source lines; 0 where there is none.

    macOS keeps it in a bundle beside the file.
    """
    bundle = Path(f"{shared_object}.dSYM/Contents/Resources/DWARF", shared_object.name)
    files = [path for path in (shared_object, bundle) if path.is_file()]
    return sum(len(held) for path in files for name, held in sections(path).items() if name.endswith("debug_line"))


def object_kind(path: Path) -> str:
    """Return what an ELF or Mach-O file says it is: ``object``, ``shared object``, or the format's own word.

    Raises ExcerptError where it is neither; so does `open_places`.
    """
    name = str(getattr(parsed(path).header, "file_type", "")).rpartition(".")[2]
    return {"REL": "object", "OBJECT": "object", "DYN": "shared object", "DYLIB": "shared object"}.get(name, name)


def open_places(path: Path) -> int:
    """Return how many places inside the code still wait for an address."""
    binary = parsed(path)
    if isinstance(binary, lief.ELF.Binary) and object_kind(path) == "object":
        return sum(1 for place in binary.relocations if place.section and place.section.name == ".text")
    text = next(section for section in binary.sections if section.name in (".text", "__text"))
    start, end = text.virtual_address, text.virtual_address + text.size
    return sum(1 for place in binary.relocations if start <= place.address < end)
