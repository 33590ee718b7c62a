"""The dispatcher's table for `aten::mm` holds a kernel for each of several keys, and the tensor decides which are used.

An eager call with a float32 matrix on the CPU goes through two of them, one for gradients and one for the product. A
tensor without memory, on the device called meta, goes through two others.
"""

import torch

from claims.engine import (
    Collector,
    Control,
    dispatch_path,
    dispatch_table_of,
    registrations_of,
    table_artifact,
)
from claims.subjects import square

SHOWN = ("AutocastCPU", "Batched", "CPU", "Meta", "SparseCPU", "Autograd[alias]")


def collect(evidence: Collector, operator="aten::mm", inference=False) -> None:
    with torch.inference_mode(inference):
        x = square(64)
    registered, table = registrations_of(operator), {row.key: row for row in dispatch_table_of(operator)}
    depends = ("arch", "os")
    evidence.value("registered", len(registered), "kernels", depends)
    evidence.value("keys", len(table), "keys", depends)
    place = table["CPU"].place
    evidence.check("the CPU has a kernel of its own", place.startswith("RegisterCPU"), place)
    path, meta = dispatch_path(operator, x), dispatch_path(operator, x.to("meta"))
    evidence.check("through autograd to the CPU", path == ("AutogradCPU", "CPU"), ", ".join(path))
    evidence.check("another device, another way", not {*path} & {*meta} and meta[-1:] == ("Meta",), ", ".join(meta))
    evidence.value("cuda", table["CUDA"].kind, depends=("cpu",))
    shown = [f"{row.key} " for row in registered if row.key in SHOWN]
    evidence.excerpt("kernels.txt", table_artifact(registered).all.keep(*shown, frame=False))


CONTROLS = [
    Control("a tensor that was made for inference", fails="through autograd to the CPU", inference=True),
    Control("matmul, which is put together", fails="the CPU has a kernel of its own", operator="aten::matmul"),
]
