"""The loop over bfloat16 elements converts them to float32, computes, and converts the results back.

Storage takes 16 bits an element and the arithmetic 32. Where the machine has vectors, one load fills two of float32.
"""

import torch

from claims.engine import Collector, Control
from claims.narrow_loop import narrow_loop


def collect(evidence: Collector, dtype=torch.bfloat16) -> None:
    narrow_loop(evidence, "bfloat16", "BFloat16", dtype)


CONTROLS = [Control("a matrix of float32", fails="convert, compute, convert back", dtype=torch.float32)]
