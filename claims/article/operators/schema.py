"""`aten.mm.default` names one schema of `mm`, and `default` stands there because that schema has no overload name.

It is no fallback: for a tensor on the CPU the operator leads to a kernel that was registered for the CPU.
"""

import torch

from claims.engine import Artifact, Collector, Control, compile_cpu, dispatch_table_of, overloads_of
from claims.subjects import line, square


def collect(evidence: Collector, operator="mm") -> None:
    targets = compile_cpu(line, square(64)).aten.targets
    recorded = next(target for target in targets if target.startswith(f"aten.{operator}."))
    overloads = overloads_of(getattr(torch.ops.aten, operator))
    called = next(each for each in overloads if recorded.endswith(f".{each.name}"))
    evidence.value("recorded", recorded)
    evidence.value("schema", called.schema)
    evidence.value("overloads", len(overloads), "overloads")
    evidence.check("the recorded overload is default", called.name == "default", called.name)
    evidence.check("its schema has no overload name", not called.overload_name, called.overload_name or "empty")
    name = called.schema.split("(")[0]
    kernel = next(row for row in dispatch_table_of(name) if row.key == "CPU")
    evidence.check("the CPU has a kernel of its own", kernel.kind == "kernel", f"{kernel.place}, {kernel.kind}")
    rows = "".join(f"{each.name:<11}{each.schema}\n" for each in overloads)
    evidence.excerpt("overloads.txt", Artifact("the overloads", rows))


CONTROLS = [
    Control("the add, which has a named overload", fails="its schema has no overload name", operator="add"),
    Control(
        "the permutation, one kernel for every device", fails="the CPU has a kernel of its own", operator="permute"
    ),
]
