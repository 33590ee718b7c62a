"""Visits to an Inductor cache folder by throw-away processes, and what each found there, built, read and computed.

A visit is a fork of this process that forgets what PyTorch keeps in memory, so that it knows of an earlier visit only
what lies in the folder. The memory that its wrapper allocates is filled with a canary and lies between two margins of
canaries: what a kernel leaves unwritten, and what it writes outside, are seen without touching memory of others.
"""

from __future__ import annotations

import json
import os
import re
import sys
import traceback
from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass, field
from pathlib import Path
from types import ModuleType
from typing import Any
from unittest import mock

import torch
import torch._inductor.codecache as codecache
import torch._inductor.cpp_builder as cpp_builder
from torch import Tensor
from torch._inductor import cpu_vec_isa
from torch._inductor.utils import clear_caches

from ..compiler_call import CompilerCall
from . import recording

CANARY = -12345.0
#: Elements on either side of each buffer.
MARGIN = 64


@dataclass
class Visit:
    """What one process did with the folder."""

    isa: str = ""
    """Inductor's name for the vector instructions that it generated for."""
    graphs: int = 0
    """Graphs that Dynamo captured."""
    captured: list[float] = field(default_factory=list)
    """What the captured graph computes when Python runs it, node by node and without a compiler."""
    wrappers: int = 0
    """Wrappers that it generated, or took from the cache."""
    commands: list[str] = field(default_factory=list)
    """Runs of the C++ compiler that it ordered."""
    hits: int = 0
    """Graphs that Inductor counts as found in its cache."""
    output: list[float] = field(default_factory=list)
    """The elements that the compiled function returned, row by row."""
    outside: int = 0
    """Elements outside of the wrapper's buffers that were written."""
    opened: list[str] = field(default_factory=list)
    """Files of the folder that Python read, in order, as paths below it."""
    locked: list[str] = field(default_factory=list)
    """Files of the folder that Python opened for writing, in order."""
    executed: list[str] = field(default_factory=list)
    """Files of the folder whose code Python ran, in order."""
    passed: list[str] = field(default_factory=list)
    """Files of the folder that it handed to another program, by their names on that program's command line."""
    mapped: list[str] = field(default_factory=list)
    """Files of the folder that the loader mapped into the process, where the system lists them."""
    error: str = ""
    """The message of the error that it ended with."""
    functions: list[str] = field(default_factory=list)
    """Names of the functions that the error passed through, outermost first."""
    died: int = 0
    """Number of the signal that killed it."""

    @property
    def found(self) -> bool:
        """True where it read the record of a compiled graph."""
        return any(path.startswith("fxgraph/") for path in self.opened)

    @property
    def builds(self) -> list[CompilerCall]:
        """The runs of the C++ compiler that built a kernel."""
        calls = [CompilerCall(command, 0.0) for command in self.commands]
        return [call for call in calls if any(word.endswith(".main.cpp") for word in call.words)]

    @property
    def unwritten(self) -> list[int]:
        """Places in the output that still hold the canary."""
        return [place for place, element in enumerate(self.output) if element == CANARY]


def visit(
    folder: Path,
    subject: Callable[..., Any],
    *inputs: Tensor,
    isa: str | None = None,
    build: bool = True,
    probed: bool = True,
    options: Mapping[str, Any] | None = None,
    environment: Mapping[str, str] | None = None,
) -> Visit:
    """Compile and call `subject` in a throw-away process whose Inductor cache is `folder`.

    `isa` names the vector instructions: ``scalar``, ``avx2`` and ``avx512``, or ``half``, a made-up AVX2 with half as
    many lanes. Only what the processor has may be run, so for any other, `build` must be False: then everything is
    generated, named and stored, the C++ compiler is not called, and the kernel does nothing. With `probed` False,
    Inductor has yet to find out which vector instructions there are. `options` are Inductor settings, `environment`
    sets variables. Raises ValueError for another name, RuntimeError where the visit itself fails.
    """
    if isa is not None:
        _instructions(isa)
    reading, writing = os.pipe()
    pid = os.fork()
    if pid == 0:
        try:
            os.close(reading)
            os.environ.update({"TORCHINDUCTOR_CACHE_DIR": str(folder), **(environment or {})})
            _prepare(isa, build, probed)
            seen = _inside(folder, subject, inputs, dict(options or {}))
            with os.fdopen(writing, "wb") as stream:
                stream.write(json.dumps(asdict(seen)).encode())
        except BaseException:
            traceback.print_exc()
        finally:
            sys.stderr.flush()
            os._exit(0)
    os.close(writing)
    with os.fdopen(reading, "rb") as stream:
        said = stream.read()
    _, status = os.waitpid(pid, 0)
    if os.WIFSIGNALED(status):
        return Visit(died=os.WTERMSIG(status))
    if not said:
        raise RuntimeError("a visit ended without a word; what it printed says why")
    return Visit(**json.loads(said))


def _instructions(name: str) -> list[cpu_vec_isa.VecISA]:
    """Return Inductor's own description of a set of vector instructions, in a list as Inductor keeps it."""
    if name == "scalar":
        return []
    if name == "half":
        return [_HalfOfAVX2()]
    found = [i for i in cpu_vec_isa.supported_vec_isa_list if type(i).__name__ == f"Vec{name.upper()}"]
    if not found:
        raise ValueError(f"Inductor knows no vector instructions called {name!r}")
    return found


class _HalfOfAVX2(cpu_vec_isa.VecAVX2):
    _bit_width = cpu_vec_isa.VecAVX2._bit_width // 2
    _dtype_nelements = {dtype: count // 2 for dtype, count in cpu_vec_isa.VecAVX2._dtype_nelements.items()}  # noqa: RUF012


def _prepare(isa: str | None, build: bool, probed: bool) -> None:
    """Set this process up for its visit; it was made for it and ends with it, so nothing is put back."""
    recording.reset()
    clear_caches()
    cpp_builder.cpp_compiler_search.cache_clear()
    cpp_builder.get_compiler_version_info.cache_clear()
    if not probed:
        cpu_vec_isa.valid_vec_isa_list.cache_clear()
        cpu_vec_isa.VecISA._VecISA__bool__impl.cache_clear()  # type: ignore[attr-defined]
    if isa is not None:
        instructions = _instructions(isa)
        os.environ.pop("ATEN_CPU_CAPABILITY", None)
        mock.patch.object(cpu_vec_isa, "valid_vec_isa_list", lambda: instructions).start()
        for kind in (cpu_vec_isa.VecISA, *(type(i) for i in instructions)):
            mock.patch.object(kind, "__bool__", lambda _: True).start()
    if not build:
        module = ModuleType("kernel")
        setattr(module, "kernel", lambda *_: None)  # noqa: B010
        mock.patch.object(codecache, "_precompile_header", lambda *_, **__: "").start()
        mock.patch.object(codecache, "_worker_compile_cpp", lambda *_: None).start()
        mock.patch.object(codecache.CppPythonBindingsCodeCache, "_load_library_inner", lambda *_: module).start()


def _inside(folder: Path, subject: Callable[..., Any], inputs: tuple[Tensor, ...], options: dict[str, Any]) -> Visit:
    said, buffers = Visit(), list[Tensor]()
    mock.patch.object(torch._C._dynamo.guards, "_empty_strided_cpu", _allocator(buffers)).start()
    _note_files(folder, said)
    with recording.record() as seen:
        try:
            output = torch.compile(subject, backend=recording.backend(seen, options))(*inputs)
            said.output = output.flatten().tolist()
            said.isa = recording.vector_isa()
        except Exception as error:
            said.error, said.functions = str(error), _functions(error)
    said.graphs, said.wrappers = len(seen.dynamo), len(seen.wrappers)
    said.captured = torch.fx.Interpreter(seen.dynamo[0]).run(*inputs)[0].flatten().tolist() if seen.dynamo else []
    said.commands = [command for command, _ in seen.commands]
    said.hits = torch._dynamo.utils.counters["inductor"]["fxgraph_cache_hit"]
    said.outside = sum(int((b[:MARGIN] != CANARY).sum() + (b[-MARGIN:] != CANARY).sum()) for b in buffers)
    said.mapped = _mapped(folder)
    return said


def _functions(error: BaseException) -> list[str]:
    """Return the functions on the way of an error and of its causes, the innermost last."""
    names: list[str] = []
    reached: BaseException | None = error
    while reached is not None:
        names += [frame.name for frame in traceback.extract_tb(reached.__traceback__)]
        reached = reached.__cause__
    return names


def _allocator(buffers: list[Tensor]) -> Callable[..., Tensor]:
    def allocate(size: tuple[int, ...], stride: tuple[int, ...], dtype: torch.dtype) -> Tensor:
        elements = torch.Size(size).numel()
        buffers.append(torch.full((2 * MARGIN + elements,), CANARY, dtype=dtype))
        return buffers[-1].as_strided(size, stride, MARGIN)

    return allocate


def _note_files(folder: Path, said: Visit) -> None:
    """Write down, from here on, which files of the folder Python opens and runs, and which it names to others."""
    inside = f"{folder}{os.sep}"

    def hook(event: str, arguments: tuple[Any, ...]) -> None:
        if event == "open" and isinstance(arguments[0], str | os.PathLike):
            path = os.fspath(arguments[0])
            if isinstance(path, str) and path.startswith(inside):
                reads = not (arguments[2] or 0) & os.O_ACCMODE
                (said.opened if reads else said.locked).append(path.removeprefix(inside))
        elif event == "exec":
            path = getattr(arguments[0], "co_filename", "")
            if path.startswith(inside):
                said.executed.append(path.removeprefix(inside))
        elif event == "subprocess.Popen":
            words = arguments[1] if isinstance(arguments[1], str) else " ".join(map(str, arguments[1]))
            said.passed.extend(re.findall(rf"{re.escape(inside)}([\w./-]+)", words))

    sys.addaudithook(hook)


def _mapped(folder: Path) -> list[str]:
    maps = Path("/proc/self/maps")
    if not maps.is_file():
        return []
    places = (row.split(maxsplit=5)[-1] for row in maps.read_text(encoding="utf-8").splitlines())
    return sorted({place[len(str(folder)) + 1 :] for place in places if place.startswith(f"{folder}{os.sep}")})
