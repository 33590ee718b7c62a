"""How many ATen nodes an operation becomes says little about its work: softmax is one node, attention six or three.

Counted by `make_fx` alone. With Inductor's decompositions the same operations have other counts.
"""

from claims.engine import Artifact, Collector, Control, trace
from claims.subjects import attention, gelu, layer_norm, line, softmax, square


def collect(evidence: Collector, decompose=False, batched=True) -> None:
    x = square(64)
    deep = x[None, None] if batched else x
    cases = {
        "line": (line, x),
        "softmax": (softmax, x),
        "gelu": (gelu, x),
        "layer-norm": (layer_norm, x),
        "attention-2d": (attention, x),
        "attention-4d": (attention, deep),
    }
    alone = {name: trace(*case, decompose=decompose).targets for name, case in cases.items()}
    apart = {name: trace(*case, decompose=True).targets for name, case in cases.items()}
    for name in cases:
        evidence.value(name, len(alone[name]), "nodes")
        evidence.value(f"{name}-decomposed", len(apart[name]), "nodes")
    evidence.check("softmax and gelu stay whole", len(alone["softmax"]) == len(alone["gelu"]) == 1, alone["softmax"])
    getitems = alone["layer-norm"].count("operator.getitem")
    evidence.check("layer norm is one operator with three results", getitems == len(alone["layer-norm"]) - 1 == 3)
    kinds = [sum("flash" in target for target in alone[name]) for name in ("attention-2d", "attention-4d")]
    evidence.check("attention is one operator with four dimensions only", kinds == [0, 1], kinds)
    grown = [name for name in cases if len(apart[name]) > len(alone[name])]
    evidence.check("decompositions add nodes to four", len(grown) == 4, grown)
    rows = "".join(f"{name:<14}{len(alone[name]):>3}{len(apart[name]):>5}   {_names(alone[name])}\n" for name in cases)
    evidence.excerpt("counts.txt", Artifact("nodes alone, nodes decomposed, operators alone", rows))


def _names(targets: list[str]) -> str:
    """Return operators without library and overload, repeats counted: ``mm×2``."""
    short = [target.split(".")[1] for target in targets]
    return ", ".join(name if short.count(name) == 1 else f"{name}×{short.count(name)}" for name in dict.fromkeys(short))


CONTROLS = [
    Control("decompositions switched on", fails="softmax and gelu stay whole", decompose=True),
    Control(
        "two dimensions in place of four",
        fails="attention is one operator with four dimensions only",
        batched=False,
    ),
]
