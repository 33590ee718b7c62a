"""The linker is offered PyTorch's own libraries and an OpenMP runtime; a kernel for one thread calls neither.

A kernel for two threads calls the OpenMP runtime and needs it. Which of the offered libraries end up in the list is
decided by the linker, and so are the ones that the compiler adds. Python's functions come from no library in the list.
"""

import re

from claims.engine import Artifact, Collector, Control, compile_cpu, imported_names, needed_libraries
from claims.subjects import line, square

#: How the runtimes of gcc and clang start the names of their functions, and what the libraries are called.
OPENMP_FUNCTION = re.compile(r"_?(GOMP|omp|__kmpc)_")
OPENMP = re.compile(r"lib[gi]?omp[0-9]*\b")
TORCH_FUNCTION = re.compile(r"_ZNK?(2at|3c10|5torch)")


def collect(evidence: Collector, threads=1) -> None:
    one = compile_cpu(line, square(64), options={"cpp.threads": threads})
    two = compile_cpu(line, square(64) + 1, options={"cpp.threads": 2}) if threads == 1 else one
    objects = [c.kernel.shared_object for c in (one, two)]
    names, needed = [imported_names(o) for o in objects], [needed_libraries(o) for o in objects]
    offered = [word[2:] for word in one.compile_command.words if word.startswith("-l")]
    parallel = [[name for name in taken if OPENMP_FUNCTION.match(name)] for taken in names]
    evidence.check("an OpenMP runtime is offered", any(re.match(r"[gi]?omp", name) for name in offered), offered)
    evidence.check("PyTorch's libraries are offered", "torch_cpu" in offered, offered)
    evidence.check("the kernel for one thread calls no OpenMP", not parallel[0], parallel[0])
    evidence.check("the kernel for two threads does", bool(parallel[1]), parallel[1])
    evidence.check("and needs the runtime", any(OPENMP.search(name) for name in needed[1]), needed[1])
    evidence.check("neither calls PyTorch", not [n for taken in names for n in taken if TORCH_FUNCTION.match(n)])
    python = [name for name in names[0] if name.lstrip("_").startswith("Py")]
    evidence.check("it calls Python", "PyModule_Create2" in [name.lstrip("_") for name in python], python)
    evidence.check("no library of the list is Python", not [n for n in needed[0] if "libpython" in n], needed[0])
    depends = ("arch", "compiler", "os")
    evidence.value("offered", offered, depends=depends)
    evidence.value("needed", [_short(name) for name in needed[0]], depends=depends)
    libraries = dict.fromkeys([*map(_short, needed[1]), *(f"lib{name}" for name in offered)])
    text = f"{'library':<18}{'offered':<10}{'one thread':<13}two threads\n"
    for name in libraries:
        there = [any(_short(n) == name for n in which) for which in needed]
        marks = [_mark(name.removeprefix("lib") in offered), _mark(there[0]), _mark(there[1])]
        text += f"{name:<18}{marks[0]:<10}{marks[1]:<13}{marks[2]}".rstrip() + "\n"
    evidence.excerpt("libraries.txt", Artifact("the libraries", text, "text", depends))


def _short(name: str) -> str:
    """Return a library's name without folder, suffix and version: ``libc`` for ``libc.so.6``."""
    return re.sub(r"(\.so|\.\d|\.dylib).*$", "", name.rpartition("/")[2])


def _mark(there: bool) -> str:
    return "yes" if there else "-"


CONTROLS = [Control("a kernel for two threads", fails="the kernel for one thread calls no OpenMP", threads=2)]
