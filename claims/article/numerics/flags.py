"""The kernel's compile command asks for shortcuts with NaN, signed zeros and grouping, and ends by taking them back.

The compiler is asked for the state that the very command leaves it in, and then by the results of small functions.
A flag for a whole group also undoes what was asked for singly before it: signed zeros count again.
"""

from claims.engine import (
    FLOATING,
    Artifact,
    Collector,
    Control,
    Run,
    compile_cpu,
    option_state,
    shortcuts,
    typed_options,
)
from claims.subjects import line, square

GROUP = "-fno-unsafe-math-optimizations"
NEVER = ("associative-math", "finite-math-only", "reciprocal-math", "unsafe-math-optimizations")


def collect(evidence: Collector, flags=(), without=()) -> None:
    call = compile_cpu(line, square(64)).compile_command
    state = option_state(call, *flags, without=without)
    on = [name for name in NEVER if state[name] == "on"]
    evidence.check("no shortcut is on", not on, ", ".join(on) or "none")
    evidence.check("signed zeros count", state["signed-zeros"] == "on", state["signed-zeros"])
    evidence.check("no contraction", state["fp-contract"] == "off", state["fp-contract"])
    for rule, kept in shortcuts(call, *flags, without=without).items():
        evidence.check(rule, kept)
    typed = {name: typed_options(call, name) for name in FLOATING}
    evidence.check("the command asks for none at first", typed["signed-zeros"][-1:] == ["-fno-signed-zeros"])
    last = option_state(call, "-fno-signed-zeros")["signed-zeros"]
    evidence.check("asked for after the group, it is granted", last == "off", last)
    alone = option_state(call, without=(GROUP,))["signed-zeros"]
    evidence.check("so it is where the group's flag is left out", alone == "off", alone)
    asked = [word for words in typed.values() for word in words]
    undone = [name for name, words in typed.items() if words and _state(words[-1]) != state[name]]
    depends = ("arch", "compiler")
    evidence.value("typed", len(asked), "flags", depends)
    evidence.value("undone", len([name for name in undone if state[name] != "unknown"]), "flags", depends)
    rows = [("", "state", "typed, in order"), *((name, state[name], " ".join(typed[name])) for name in FLOATING)]
    table = "".join(f"{name:<27}{found:<9}{words}".rstrip() + "\n" for name, found, words in rows)
    evidence.excerpt("state.txt", Artifact("the state", table, depends=depends))


def _state(word: str) -> str:
    """Return the state that a flag asks for when it stands alone."""
    return word.partition("=")[2] or ("off" if word.startswith("-fno-") else "on")


CONTROLS = [
    Control("fast-math at the end of the command", fails="NaN is unequal to itself", flags=("-ffast-math",)),
    Control("fast-math, by the compiler's own state", fails="no shortcut is on", flags=("-ffast-math",)),
    Control("the group's flag left out", fails="signed zeros count", without=(GROUP,)),
    Control("grouping free", fails="a sum keeps its grouping", flags=("-funsafe-math-optimizations",)),
]
RUN = Run(seconds=300)
