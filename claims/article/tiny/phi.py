"""Where two branches meet again, one name must stand for either result, and single assignment needs a merge for it.

A choice is lowered to four lines: a jump, one line for each way, and the merge. The merge picks by the way that was
taken, which no operation on values alone can know.
"""

from claims import tiny
from claims.engine import Artifact, Collector, Control

#: What is chosen from, by whether x is above zero.
WAYS = {"then": "x * 2", "other": "x + 1"}
INPUTS = [-2.0, -0.25, 0.0, 0.5, 4.0]


def collect(evidence: Collector, names=("t0", "t1"), picks=("t0", "t1")) -> None:
    lowered = [tiny.lower(tiny.parse(source)).instructions[0] for source in WAYS.values()]
    ways = {way: tiny.Instruction(n, i.operation, i.operands) for way, n, i in zip(WAYS, names, lowered, strict=True)}
    merge = dict(zip(WAYS, picks, strict=True))
    chosen = ", ".join(f"{way}: {name}" for way, name in merge.items())
    lines = ["if x > 0.0: then, else other", *map(str, ways.values()), f"t2 = phi({chosen})"]

    defined = [line.split(" = ")[0] for line in lines if " = " in line]
    evidence.check("every name is defined once", len(set(defined)) == len(defined), defined)
    outputs = [follow(ways, merge, x) for x in INPUTS]
    evidence.check("as Python chooses", outputs == [x * 2 if x > 0 else x + 1 for x in INPUTS], outputs)
    evidence.value("lines", len(lines), "lines")
    blocks = ("entry", *WAYS, "join")
    text = "".join(f"{block + ':':<8}{line}\n" for block, line in zip(blocks, lines, strict=True))
    evidence.excerpt("choice.txt", Artifact("the choice", text))


def follow(ways: dict[str, tiny.Instruction], merge: dict[str, str], x: float) -> float | None:
    """Return what the merge finds; what the other way would have defined never comes into being."""
    way = "then" if x > 0 else "other"
    instruction = ways[way]
    operands = [x if operand == "x" else operand for operand in instruction.operands]
    values = {instruction.name: tiny.MEANINGS[instruction.operation].python(*operands)}
    return values.get(merge[way])


CONTROLS = [
    Control("both ways assign one variable", fails="every name is defined once", names=("t0", "t0")),
    Control("a merge that knows one way only", fails="as Python chooses", picks=("t0", "t0")),
]
