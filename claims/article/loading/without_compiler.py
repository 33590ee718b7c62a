"""Without a C++ compiler the graph is captured and computes the line, and compiling ends in an error that says so.

A cache that holds everything does not help: the command is part of a kernel's name, and making it up asks for the
compiler. Where the error arises depends on whether Inductor has tried out the vector instructions before.
"""

import tempfile
from pathlib import Path

from claims.engine import Artifact, Collector, Control, machine, visit
from claims.subjects import line, square

MESSAGE = "No working C++ compiler found in torch._inductor.config.cpp.cxx"


def collect(evidence: Collector, compiler="a-compiler-that-is-not-there") -> None:
    x, expected = square(64), line(square(64)).flatten().tolist()
    absent = {"options": {"cpp.cxx": (None, compiler)}}
    with tempfile.TemporaryDirectory() as empty:
        later = visit(Path(empty), line, x, **absent)
        if not evidence.check("the message names the setting", MESSAGE in later.error, later.error[:200] or "no error"):
            return  # A compiler was found, and there is no failure to be studied.
        at_first = visit(Path(empty), line, x, probed=False, **absent)
    evidence.check("it names what was looked for", compiler in later.error)
    evidence.check("the graph is captured", later.graphs == at_first.graphs == 1, (later.graphs, at_first.graphs))
    evidence.check("run by Python, it computes the line", later.captured == expected)
    evidence.check("no compiler ran", not later.commands)
    evidence.check("the wrapper was generated", later.wrappers == 1)
    evidence.check("the error arises while the kernel is loaded", "load_async" in later.functions)
    evidence.check("before the vectors are tried, the same error", MESSAGE in at_first.error, at_first.error[:200])
    evidence.check("there no wrapper was generated", at_first.wrappers == 0, at_first.functions[-3:])
    with tempfile.TemporaryDirectory() as filled:
        before = visit(Path(filled), line, x)
        # The setting is part of the record's name. So here it stays as it is, and no program can be found by its name.
        cached = visit(Path(filled), line, x, environment={"PATH": ""})
    by_name = not Path(machine.find_compiler().command).is_absolute()
    evidence.check("with a compiler the cache is filled", before.output == expected, before.error)
    refused = cached.found and MESSAGE in cached.error
    evidence.check("a filled cache does not help", refused or not by_name, cached.error[:200])
    rows = {"Dynamo's graph": "graphs", "the wrapper": "wrappers", "runs of the compiler": "commands"}
    text = f"{'':<24}{'vectors known':>15}{'not yet known':>15}\n"
    for words, name in rows.items():
        counts = [c if isinstance(c, int) else len(c) for c in (getattr(later, name), getattr(at_first, name))]
        text += f"{words:<24}{counts[0]:>15}{counts[1]:>15}\n"
    text += f"{'the error passes':<24}{_passed(later):>15}{_passed(at_first):>15}\n"
    evidence.excerpt("stages.txt", Artifact("how far it came", text))
    evidence.excerpt("error.txt", Artifact("the error", later.error.splitlines()[0] + "\n"))


def _passed(failed) -> str:
    """Return the function that asked for the compiler."""
    return next((name for name in reversed(failed.functions) if name in ("load_async", "check_build")), "neither")


CONTROLS = [
    Control("a compiler that is there", fails="the message names the setting", compiler=machine.find_compiler().command)
]
