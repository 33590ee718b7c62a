"""A returned view shares its memory with the tensor that it shares it with in eager, and has the same strides.

Where the view is made differs. The transpose of a result, and of an input by a call, are outputs of the graph that
Inductor is given. The input's attribute T is in no output of a graph: the bytecode that Dynamo leaves asks x for it.
"""

from claims.engine import Artifact, Collector, Control, bytecode, compile_cpu
from claims.subjects import square, transposed_by_method, transposed_copy, transposed_input, transposed_result


def collect(evidence: Collector, of_result=transposed_result, of_input=transposed_input) -> None:
    rows = [f"{'':<22}{'shares with':<13}{'strides':<9}made in\n"]
    cases = (
        ("result", of_result, "output 0", True),
        ("input", of_input, "input", False),
        ("input, by a call", transposed_by_method, "input", True),
    )
    for name, subject, owner, in_graph in cases:
        x = square(64)
        c = compile_cpu(subject, x, options={"fx_graph_cache": False})
        seen, expected = _sharing(x, c.output), _sharing(x, subject(x))
        evidence.check(f"view of the {name}: shares memory", seen[0] == owner, seen)
        evidence.check(f"view of the {name}: as in eager", seen == expected, f"{seen}, eager {expected}")
        c.output[1][1, 0] = 7.0
        base = x if owner == "input" else c.output[0]
        evidence.check(f"view of the {name}: a write shows through", float(base[0, 1]) == 7.0, float(base[0, 1]))
        outputs = len(next(node for node in c.aten.module.graph.nodes if node.op == "output").args[0])
        evidence.check(f"view of the {name}: in the graph or not", (outputs == 2) == in_graph, outputs)
        asked = any(row.split() == ["LOAD_ATTR", "T"] for row in bytecode(c.rewritten[subject.__name__]).lines)
        evidence.check(f"view of the {name}: or asked of x by the bytecode", asked != in_graph, asked)
        makers = [(outputs == 2, "the compiled graph"), (asked, "Dynamo's bytecode")]
        made = " and ".join(maker for makes, maker in makers if makes) or "neither"
        rows.append(f"{subject.__name__:<22}{seen[0]:<13}{', '.join(map(str, seen[1])):<9}{made}\n")
    evidence.excerpt("views.txt", Artifact("the returned views", "".join(rows)))


def _sharing(x, outputs) -> tuple[str, tuple[int, ...]]:
    """Return what the second output shares its memory with, and its strides."""
    first, second = outputs
    held = {x.untyped_storage().data_ptr(): "input", first.untyped_storage().data_ptr(): "output 0"}
    return held.get(second.untyped_storage().data_ptr(), "nothing"), tuple(second.stride())


CONTROLS = [
    Control("the transpose copied", fails="view of the result: shares memory", of_result=transposed_copy),
    Control(
        "the result's transpose in its place", fails="view of the input: shares memory", of_input=transposed_result
    ),
]
