"""Artifacts and the excerpts cut from them, addressed by structure: a function, the n-th loop, never a line number.

An excerpt shows the lines that hold given text and marks every gap (``// … 3 lines``). Text that no line holds is an
error, so that a misspelt word cannot make an assertion vanish.
"""

from __future__ import annotations

import ast
import re
from dataclasses import dataclass, field

COMMENT = {"cpp": "//", "python": "#", "nasm": ";", "text": "…"}


class ExcerptError(Exception):
    """A structure or a line that an excerpt asks for is not in the artifact."""


@dataclass(frozen=True)
class Artifact:
    """A generated text: wrapper, kernel, graph, guards, listing."""

    name: str
    """What it is, in words, for messages: ``the wrapper``."""
    text: str
    language: str = "text"
    depends: tuple[str, ...] = ()
    """What its content depends on beyond the build."""

    @property
    def lines(self) -> list[str]:
        return self.text.splitlines()

    @property
    def all(self) -> Region:
        """The whole artifact as a region."""
        return Region(self, 0, len(self.lines))

    def count(self, text: str) -> int:
        """Return how many times `text` occurs."""
        return self.text.count(text)

    def __contains__(self, text: str) -> bool:
        return text in self.text

    def function(self, name: str) -> Region:
        """Return the region of the function called `name`, in C++ or Python.

        Raises ExcerptError where there is none.
        """
        return python_function(self, name) if self.language == "python" else cpp_function(self, name)

    def __str__(self) -> str:
        return self.text


@dataclass(frozen=True)
class Cut:
    """Lines chosen from a region of an artifact, ready to be shown."""

    region: Region
    kept: tuple[int, ...]
    """Indices into the artifact's lines, ascending."""
    must_not: tuple[str, ...] = ()

    @property
    def artifact(self) -> Artifact:
        return self.region.artifact

    @property
    def left_out(self) -> str:
        """The lines of the region that are not shown."""
        kept = set(self.kept)
        lines = self.artifact.lines
        return "\n".join(lines[i] for i in range(self.region.start, self.region.end) if i not in kept)

    @property
    def violations(self) -> list[str]:
        """The must-not patterns that the left-out part holds after all."""
        return [pattern for pattern in self.must_not if pattern in self.left_out]

    @property
    def text(self) -> str:
        """The chosen lines, common indentation removed, with a marked elision for every gap."""
        lines = self.artifact.lines
        margin = min((indent(lines[i]) for i in self.kept if lines[i].strip()), default=0)
        shown: list[str] = []
        expected = self.region.start
        for index in [*self.kept, self.region.end]:
            gap = [i for i in range(expected, index) if lines[i].strip()]
            if gap:
                shown.append(self._elision(len(gap), min(indent(lines[i]) for i in gap) - margin))
            if index < self.region.end:
                shown.append(lines[index][margin:].rstrip())
            expected = index + 1
        return "\n".join(shown) + "\n"

    def _elision(self, count: int, margin: int) -> str:
        mark = COMMENT[self.artifact.language]
        lead = mark if mark == "…" else f"{mark} …"
        return f"{' ' * max(margin, 0)}{lead} {count} {'line' if count == 1 else 'lines'}"


@dataclass(frozen=True)
class Region:
    """A run of lines of an artifact: a function, a loop."""

    artifact: Artifact
    start: int
    end: int
    """Line indices, end exclusive."""

    @property
    def lines(self) -> list[str]:
        return self.artifact.lines[self.start : self.end]

    @property
    def text(self) -> str:
        return "\n".join(self.lines)

    def count(self, text: str) -> int:
        """Return how many times `text` occurs in the region."""
        return self.text.count(text)

    def __contains__(self, text: str) -> bool:
        return text in self.text

    def keep(self, *texts: str, must_not: tuple[str, ...] = (), frame: bool = True) -> Cut:
        """Return the region's lines that hold any of `texts`, with its first and last line as a frame.

        `must_not` lists text that the left-out lines may not hold; the excerpt turns it into checks. Raises
        ExcerptError for text that no line holds.
        """
        chosen = {0, len(self.lines) - 1} if frame else set()
        for text in texts:
            found = {i for i, line in enumerate(self.lines) if text in line}
            if not found:
                raise ExcerptError(
                    f"{self.artifact.name}: no line of these {len(self.lines)} holds {text!r}:\n{self.text}"
                )
            chosen |= found
        return Cut(self, tuple(sorted(self.start + i for i in chosen)), must_not)

    def keep_all(self, *, must_not: tuple[str, ...] = ()) -> Cut:
        """Return the region without an elision; `must_not` is then asserted of nothing and refused."""
        if must_not:
            raise ExcerptError("keep_all leaves nothing out, so must_not would assert nothing")
        return Cut(self, tuple(range(self.start, self.end)))


@dataclass(frozen=True)
class Loop(Region):
    """A ``for`` loop of a generated kernel."""

    variable: str = ""
    first: str = "0"
    """The expression that the loop variable starts from, casts removed."""
    bound: str = ""
    """The expression that the loop runs to, casts removed: ``4096`` or ``ks0*ks0``."""
    step: int = 1
    """What the loop variable grows by per iteration, lanes where the loop is vectorised; 0 for a symbolic step."""
    loops: tuple[Loop, ...] = field(default=())
    """The loops directly inside this one."""

    @property
    def iterations(self) -> int:
        """How often the body runs. Raises ExcerptError where first, bound or step is symbolic."""
        if not (self.first.isdigit() and self.bound.isdigit() and self.step):
            raise ExcerptError(f"the loop runs from {self.first} to {self.bound} by {self.step or '?'}: no count")
        return max(-(-(int(self.bound) - int(self.first)) // self.step), 0)


_CAST = "static_cast<int64_t>("
_FOR = re.compile(r"^\s*(?:#pragma.*)?for\s*\((?:int64_t|long) (\w+)=(.*?); \1<(.*?); \1\+=(.*?)\)\s*$")


def cpp_function(artifact: Artifact, name: str) -> Region:
    """Return the region of the C++ function called `name`, from its head to its closing brace.

    Raises ExcerptError where it is not defined.
    """
    head = re.compile(rf"^[\w\s\"*&:<>]*\b{re.escape(name)}\s*\([^;]*$")
    for index, line in enumerate(artifact.lines):
        if head.match(line) and not line.lstrip().startswith(("return", "if", "for")):
            end = _closing(artifact.lines, index)
            if end is not None:
                return Region(artifact, index, end + 1)
    raise ExcerptError(f"{artifact.name}: no function {name} is defined")


def cpp_loops(region: Region) -> tuple[Loop, ...]:
    """Return the outermost ``for`` loops of a region, each with those inside it."""
    lines = region.artifact.lines
    found: list[Loop] = []
    index = region.start
    while index < region.end:
        match = _FOR.match(lines[index])
        end = _closing(lines, index) if match else None
        if match and end is not None:
            inner = cpp_loops(Region(region.artifact, index + 1, end))
            step = without_casts(match.group(4))
            found.append(
                Loop(
                    region.artifact,
                    index,
                    end + 1,
                    match.group(1),
                    without_casts(match.group(2)),
                    without_casts(match.group(3)),
                    int(step) if step.isdigit() else 0,
                    inner,
                )
            )
            index = end
        index += 1
    return tuple(found)


_LOAD = re.compile(r"::loadu\(|(?<![=!<>])= *\w*ptr\d+\[")
_STORE = re.compile(r"\.store\(|^\s*\w*ptr\d+\[.*\] = ", re.MULTILINE)


def count_loads(region: Region) -> int:
    """Return how many statements of generated C++ read memory, vectorised or scalar."""
    return len(_LOAD.findall(region.text))


def count_stores(region: Region) -> int:
    """Return how many statements of generated C++ write memory, vectorised or scalar."""
    return len(_STORE.findall(region.text))


def python_function(artifact: Artifact, name: str) -> Region:
    """Return the region of the Python function or method called `name`.

    Raises ExcerptError where it is not defined.
    """
    for node in ast.walk(ast.parse(artifact.text)):
        if isinstance(node, ast.FunctionDef) and node.name == name:
            return Region(artifact, node.lineno - 1, node.end_lineno or node.lineno)
    raise ExcerptError(f"{artifact.name}: no function {name} is defined")


def indent(line: str) -> int:
    """Return the number of blanks that a line starts with."""
    return len(line) - len(line.lstrip())


def without_casts(expression: str) -> str:
    """Return a generated index expression without casts and suffixes: ``static_cast<int64_t>(8L)`` gives ``8``."""
    while (start := expression.find(_CAST)) >= 0:
        depth, end = 1, start + len(_CAST)
        while depth and end < len(expression):
            depth += {"(": 1, ")": -1}.get(expression[end], 0)
            end += 1
        expression = expression[:start] + expression[start + len(_CAST) : end - 1] + expression[end:]
    return re.sub(r"\b(\d+)L+\b", r"\1", expression).strip()


def _closing(lines: list[str], start: int) -> int | None:
    """Return the index of the line that closes the first brace opened at or after `start`."""
    depth, opened = 0, False
    for index in range(start, len(lines)):
        if not opened and ";" in lines[index] and "{" not in lines[index] and index > start:
            return None
        for character in lines[index]:
            depth += (character == "{") - (character == "}")
            opened = opened or character == "{"
        if opened and depth <= 0:
            return index
    return None
