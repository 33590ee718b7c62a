"""The wrapper passes pointers and sizes in the order in which the binding takes them; only their number is checked.

The shared object offers the binding's entry and the kernel itself. The loader fills addresses in tables beside the
code, and leaves the code as it is.
"""

import ctypes
import re
import sys

import torch

from claims.engine import (
    Artifact,
    Collector,
    Control,
    Region,
    compile_cpu,
    exported_names,
    places_to_fill,
    wrapper_call,
)
from claims.subjects import keep_product, square

CALL = re.compile(r"^\s*kernel\((.*)\); Py_RETURN_NONE;", re.MULTILINE)


def collect(evidence: Collector, order=(0, 1, 2)) -> None:
    x = square(64)
    c = compile_cpu(keep_product, x, dynamic=True)
    kernel, call = c.kernel, wrapper_call(c.wrapper)
    mm, step = call.steps
    # The size is the name that the product's rows and columns are allocated with.
    sizes = re.findall(rf"^\s*{mm.out} = \w+\(\((\w+), \1\), ", c.wrapper.text, re.MULTILINE)
    passed = (mm.out, call.returns[1], *sizes)
    in_order = len(sizes) == 1 and step.arguments == passed
    evidence.check("the wrapper passes product, result, size", in_order, step.arguments)
    binding = Artifact("the C++ file", kernel.cpp.read_text(encoding="utf-8"), "cpp", ("arch", "compiler", "isa"))
    taken = re.findall(r"parse_arg<([^>]*)>\(args, (\d)\)", CALL.search(binding.text)[1])
    handed = [kernel.argument_types[n] for n in range(len(step.arguments))]
    evidence.check("the binding takes them in order", [int(n) for _, n in taken] == list(range(len(handed))), taken)
    plain = [kind.replace("const ", "") for kind in handed]
    evidence.check("as the kernel declares them", [kind for kind, _ in taken] == plain, (taken, handed))
    rows = zip(step.arguments, handed, _parameters(kernel.function.text), strict=True)
    text = "".join(f"{wrapper:<9}{kind:<16}{name}\n" for wrapper, kind, name in rows)
    evidence.excerpt("arguments.txt", Artifact("the arguments", text))
    evidence.excerpt("binding.cpp", _binding(binding))
    expected = keep_product(x)[1]
    product, out = x @ x.T, torch.full((64, 64), torch.nan)
    arguments = [product.data_ptr(), out.data_ptr(), 64]
    function = ctypes.CDLL(str(kernel.shared_object)).kernel
    function.argtypes, function.restype = [ctypes.c_void_p, ctypes.c_void_p, ctypes.c_int64], None
    function(*(arguments[n] for n in order))
    evidence.check("called past the binding, the kernel computes", torch.equal(out, expected))
    product, out = x @ x.T, torch.zeros(64, 64)
    function(out.data_ptr(), product.data_ptr(), 64)
    evidence.check("exchanged pointers are taken as they come", bool((product == 1.0).all() and (out == 0.0).all()))
    try:
        said = str(_loaded(kernel.shared_object).kernel(product, out))
    except RuntimeError as error:
        said = str(error)
    evidence.check("another number of arguments is refused", said == f"requires {len(handed)} args", said)
    offered = exported_names(kernel.shared_object)
    evidence.check("the object offers both", {"kernel", "PyInit_kernel"} <= set(offered), offered)
    places = places_to_fill(kernel.shared_object)
    inside = [place for place in places if place.section in (".text", "__text")]
    evidence.check("no place inside the code is filled", bool(places) and not inside, len(places))
    taken_from = sorted({place.name for place in places if place.name.lstrip("_").startswith("Py")})
    evidence.check("some get an address of Python", bool(taken_from), taken_from)
    evidence.value("places", len(places), "places", ("arch", "compiler", "isa", "os", "python", "tuning"))
    evidence.value("arguments", len(handed), "arguments")


def _loaded(shared_object):
    """Return the module that Python made of a shared object when the wrapper was loaded."""
    modules = list(sys.modules.values())
    return next(module for module in modules if getattr(module, "__file__", None) == str(shared_object))


def _parameters(function: str) -> list[str]:
    return [part.split()[-1] for part in function.partition("kernel(")[2].partition(")")[0].split(",")]


def _binding(artifact: Artifact) -> Region:
    """Return the part of the binding that counts the arguments and takes them."""
    refused = next(n for n, row in enumerate(artifact.lines) if 'throw std::runtime_error("requires ' in row)
    return Region(artifact, refused - 1, refused + 2)


CONTROLS = [
    Control("pointers exchanged", fails="called past the binding, the kernel computes", order=(1, 0, 2)),
]
