"""One run of the C++ compiler, as Inductor ordered it."""

from __future__ import annotations

import shlex
from dataclasses import dataclass
from pathlib import Path

from .excerpt import Artifact


@dataclass(frozen=True)
class CompilerCall:
    """One run of the C++ compiler."""

    command: str
    seconds: float

    @property
    def words(self) -> list[str]:
        return shlex.split(self.command)

    @property
    def source(self) -> Path:
        return Path(next(word for word in self.words[1:] if word.endswith((".cpp", ".hpp"))))

    @property
    def output(self) -> Path:
        return Path(self.words[self.words.index("-o") + 1])

    @property
    def artifact(self) -> Artifact:
        """The command, an option a line."""
        words = self.words
        lines = [words[0], *(f"    {word}" for word in _joined(words[1:]))]
        return Artifact(
            "the compile command",
            "\n".join(lines) + "\n",
            "text",
            ("arch", "compiler", "isa", "os", "python"),
        )


def _joined(words: list[str]) -> list[str]:
    """Return options with their separate operands on one line: ``-D NDEBUG``."""
    joined: list[str] = []
    for word in words:
        if joined and joined[-1] in ("-D", "-o", "-include", "-I", "-isystem"):
            joined[-1] += f" {word}"
        else:
            joined.append(word)
    return joined
