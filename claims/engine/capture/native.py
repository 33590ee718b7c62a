"""C of a claim's own, built as a kernel was built; and the state in which that command leaves the compiler."""

from __future__ import annotations

import ctypes
import re
import subprocess
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ..compiler_call import CompilerCall
from ..excerpt import ExcerptError
from ..machine_code.disassembly import disassemble
from ..machine_code.listing import Listing

#: Options that say how far arithmetic may be rearranged, and what clang's own compiler is told when each is in force.
FLOATING = {
    "associative-math": "-mreassociate",
    "finite-math-only": "-menable-no-nans -ffinite-math-only",
    "reciprocal-math": "-freciprocal-math",
    "unsafe-math-optimizations": "-menable-unsafe-fp-math -funsafe-math-optimizations",
    "signed-zeros": "",
    "trapping-math": "-ffp-exception-behavior=strict -ffp-exception-behavior=maytrap",
    "math-errno": "-fmath-errno",
    "fp-contract": "",
    "excess-precision": "",
}


@dataclass(frozen=True)
class Built:
    """A shared object built from C of a claim's own."""

    path: Path

    def listing(self, symbol: str = "kernel") -> Listing:
        """Return the machine code of a function in it. Raises ExcerptError where there is none."""
        return disassemble(self.path, symbol)

    def function(self, symbol: str = "kernel", *arguments: Any, result: Any = None) -> Any:
        """Return a function in it, to be called with these types of ctypes.

        Raises AttributeError where there is none.
        """
        found = getattr(ctypes.CDLL(str(self.path)), symbol)
        found.argtypes, found.restype = list(arguments), result
        return found


def build_like(call: CompilerCall, source: str, *flags: str, without: Sequence[str] = ()) -> Built:
    """Build C++ text with the options of a kernel's own command, `flags` appended and `without` left out.

    Raises ExcerptError with the compiler's words where it refuses the text.
    """
    folder = Path(tempfile.mkdtemp())
    text, target = folder / "source.cpp", folder / "built.so"
    text.write_text(source, encoding="utf-8")
    words = [w for w in _words(call, text, target, without) if not w.startswith("-l")]
    done = subprocess.run([*words, *flags], capture_output=True, text=True, check=False, cwd=folder)
    if done.returncode:
        raise ExcerptError(f"the compiler refused a claim's own C:\n{done.stderr.strip()[-1500:]}")
    return Built(target)


def typed_options(call: CompilerCall, option: str) -> list[str]:
    """Return the command's words about a floating-point option, in order: ``-fno-signed-zeros``."""
    return [w for w in call.words if re.fullmatch(rf"-f(no-)?{re.escape(option)}(=.*)?", w)]


def option_state(call: CompilerCall, *flags: str, without: Sequence[str] = ()) -> dict[str, str]:
    """Return what the compiler made of a kernel's command: ``on``, ``off`` or a word per name in `FLOATING`.

    gcc prints its state, clang the command of its own compiler; what clang has no word for is ``unknown``. Raises
    ExcerptError where the compiler prints neither.
    """
    with tempfile.TemporaryDirectory() as folder:
        words = [*_words(call, call.source, Path(folder, "unused"), without), *flags]
        asked = subprocess.run(
            [*words, "-Q", "--help=optimizers,common"], capture_output=True, text=True, check=False, cwd=folder
        )
        rows = dict(re.findall(r"^\s+-f([a-z-]+)(?:=\[[^\]]*\])?\s+(\S+)$", asked.stdout, re.MULTILINE))
        if "signed-zeros" in rows:
            words_for = {"[enabled]": "on", "[disabled]": "off"}
            given = {name: str(rows.get(name, "unknown")) for name in FLOATING}
            return {name: words_for.get(word, word) for name, word in given.items()}
        asked = subprocess.run([*words, "-###"], capture_output=True, text=True, check=False, cwd=folder)
    inner = set(re.findall(r'"(-[^"]+)"', asked.stderr))
    if "-cc1" not in inner:
        raise ExcerptError(f"{words[0]} prints no state of its options:\n{asked.stderr.strip()[-800:]}")
    state = {name: "on" if inner & set(marks.split()) else "off" for name, marks in FLOATING.items()}
    contract = next((word.partition("=")[2] for word in inner if word.startswith("-ffp-contract=")), "unknown")
    signed = "off" if "-fno-signed-zeros" in inner else "on"
    return state | {"signed-zeros": signed, "fp-contract": contract, "excess-precision": "unknown"}


def _words(call: CompilerCall, source: Path, target: Path, without: Sequence[str]) -> list[str]:
    places = {str(call.source): str(source), str(call.output): str(target)}
    words = [places.get(word, word) for word in call.words if word not in without]
    if "-include" in words:
        # A precompiled header holds for one set of flags only.
        del words[words.index("-include") : words.index("-include") + 2]
    return words
