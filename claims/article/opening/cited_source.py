"""Every PyTorch function that the article names is read out of the imported installation, and nothing is fetched."""

import ast
import sys
from pathlib import Path

import sympy
import torch
import torch._dynamo.config
import torch._inductor.kernel.mm
from torch._dynamo.variables.tensor import TensorVariable
from torch._inductor.codegen.cpp import CppScheduling
from torch._inductor.compile_fx import compile_fx

from claims.engine import Artifact, Collector, Control, installed_source

CITED = {
    "TensorVariable.method_item": TensorVariable.method_item,
    "torch._dynamo.config": torch._dynamo.config,
    "tuned_mm": torch._inductor.kernel.mm.tuned_mm,
    "CppScheduling": CppScheduling,
    "compile_fx": compile_fx,
}


def collect(evidence: Collector, extra=None) -> None:
    connections = []
    sys.addaudithook(lambda event, _: connections.append(event) if event == "socket.connect" else None)
    rows = []
    for name, target in {**CITED, **(extra or {})}.items():
        path, line = installed_source(target).artifact.name.split(":")
        rows.append((name, f"{path}:{line}"))
        defined = path.startswith("torch/") and _defines(path, name, int(line))
        evidence.check(f"{name} is defined there", defined, f"{path}:{line}")
    evidence.check("nothing is fetched", not connections, f"connections: {len(connections)}")
    table = "".join(f"{name:<28}{place}\n" for name, place in rows)
    evidence.excerpt("places.txt", Artifact("the places", table, "text"))
    evidence.value("cited", len(rows), "places")


def _defines(path: str, name: str, line: int) -> bool:
    """Tell whether the file, parsed on its own, defines the name at that line; a module is its whole file."""
    tree = ast.parse((Path(torch.__file__).parent.parent / path).read_text(encoding="utf-8"))
    if name == Path(path).with_suffix("").as_posix().replace("/", "."):
        return line == 1
    found = [
        n for n in ast.walk(tree) if isinstance(n, ast.FunctionDef | ast.ClassDef) and n.name == name.split(".")[-1]
    ]
    return any(line == min([n.lineno, *(d.lineno for d in n.decorator_list)]) for n in found)


CONTROLS = [
    Control("a function of another package", fails="sympify is defined there", extra={"sympify": sympy.sympify})
]
