"""The same seed gives the same tensor, bit for bit, in two processes; durations still vary from call to call."""

import hashlib
import time

import torch

from claims.engine import Collector, Control, run_python
from claims.subjects import line

DRAW = """
import hashlib, torch
torch.manual_seed({seed})
print(hashlib.sha256(bytes(torch.randn(64, 64).untyped_storage())).hexdigest())
"""


def collect(evidence: Collector, seed=0) -> None:
    torch.manual_seed(0)
    x = torch.randn(64, 64)
    here = hashlib.sha256(bytes(x.untyped_storage())).hexdigest()
    there = run_python(DRAW.format(seed=seed)).strip()
    evidence.check("the same bits in two processes", here == there, "the same" if here == there else "other bits")
    evidence.check("every draw is finite", bool(x.isfinite().all()))
    samples = []
    for _ in range(200):
        start = time.perf_counter_ns()
        line(x)
        samples.append((time.perf_counter_ns() - start) / 1000)
    evidence.check("durations differ", len(set(samples)) > 1)
    evidence.measurement("call", samples, "µs")
    evidence.value("elements", x.numel(), "elements")


CONTROLS = [Control("another seed", fails="the same bits in two processes", seed=1)]
