"""The expression becomes three instructions that each define one name, and the sum of two constants is not among them.

The names are defined once and used after that: static single assignment, without a merge because nothing branches.
"""

from claims import tiny
from claims.engine import Artifact, Collector, Control


def unfolded(tree: tiny.Tree) -> tiny.Program:
    """Lower a tree by a rule for known operands that never yields a finite number, so that nothing is folded."""
    return tiny.lower(tree, rounded=lambda number: float("nan"))


def rebound(tree: tiny.Tree) -> tiny.Program:
    """Lower a tree and give every result the same name, as a variable that is assigned again and again has."""
    made = tiny.lower(tree)
    again = {i.name: "t" for i in made.instructions}
    rows = [
        tiny.Instruction("t", i.operation, tuple(again.get(str(o), o) for o in i.operands)) for i in made.instructions
    ]
    return tiny.Program(tuple(rows), "t")


def collect(evidence: Collector, lower=tiny.lower) -> None:
    program = lower(tiny.parse(tiny.EXPRESSION))
    names = [i.name for i in program.instructions]
    evidence.check("every name is defined once", len(set(names)) == len(names), names)
    known = {"x"}
    for instruction in program.instructions:
        used = {operand for operand in instruction.operands if isinstance(operand, str)}
        evidence.check(f"{instruction} uses what is defined", used <= known, sorted(used))
        known.add(instruction.name)
    constants = [o for i in program.instructions for o in i.operands if isinstance(o, float)]
    evidence.check("the constants were added", 3.0 in constants and 2.0 not in constants, constants)
    evidence.value("instructions", len(program.instructions), "instructions")
    evidence.value("folded", constants[0])
    evidence.excerpt("program.txt", Artifact("the program", str(program)))


CONTROLS = [
    Control("constants not folded", fails="the constants were added", lower=unfolded),
    Control("one variable assigned again and again", fails="every name is defined once", lower=rebound),
]
