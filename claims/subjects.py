"""The functions under study. Each is compiled by the claims that name it; none is called from anywhere else."""

from __future__ import annotations

import torch
from torch import Tensor


# The line that the article follows.
def line(x: Tensor) -> Tensor:
    return torch.relu(x @ x.T + 1.0)


def square(n: int) -> Tensor:
    """Return a contiguous n×n float32 matrix of normal random numbers, the same for every run."""
    return torch.randn(n, n, generator=torch.Generator().manual_seed(n))


def relu_apart(x: Tensor) -> Tensor:
    """The line with a graph break between the add and the relu."""
    added = x @ x.T + 1.0
    torch._dynamo.graph_break()
    return torch.relu(added)


def line_without_relu(x: Tensor) -> Tensor:
    """The line without its last operation."""
    return x @ x.T + 1.0


def matrix(rows: int, columns: int) -> Tensor:
    """Return a contiguous float32 matrix of normal random numbers, the same for every run."""
    return torch.randn(rows, columns, generator=torch.Generator().manual_seed(rows))


def transpose_copied(x: Tensor) -> Tensor:
    """The line with the transpose written out to memory."""
    return torch.relu(x @ x.T.contiguous() + 1.0)


def number_taken_out(x: Tensor) -> Tensor:
    """The line with a Python number taken out of a tensor between the add and the relu."""
    added = x @ x.T + 1.0
    return torch.relu(added) * added.sum().item()


def relu_before_add(x: Tensor) -> Tensor:
    """The line with its last two operations exchanged."""
    return torch.relu(x @ x.T) + 1.0


def line_in_aten(x: Tensor) -> Tensor:
    """The line written in ATen's own operators."""
    aten = torch.ops.aten
    return aten.relu.default(aten.add.Tensor(aten.mm.default(x, aten.permute.default(x, [1, 0])), 1.0))


def add_before_product(x: Tensor) -> Tensor:
    """The line with the add moved before the product."""
    return torch.relu((x + 1.0) @ x.T)


def line_with_print(x: Tensor) -> Tensor:
    """The line with a print between the add and the relu."""
    added = x @ x.T + 1.0
    print("between add and relu")
    return torch.relu(added)


def line_in_methods(x: Tensor) -> Tensor:
    """The line with a method in place of each name that it looks up outside of x."""
    return (x @ x.T + 1.0).relu()


def line_by_rows(x: Tensor) -> Tensor:
    """The line with a Python loop over the rows of the product."""
    return torch.stack([torch.relu(row + 1.0) for row in x @ x.T])


def silu_in_place(x: Tensor) -> Tensor:
    """An activation that PyTorch calls by one name, written over its own input."""
    return torch.nn.functional.silu(x + 1.0, inplace=True)


def relu_of_affine(x: Tensor) -> Tensor:
    """The expression of the small compiler in claims/tiny.py."""
    return torch.relu(x * (2 + 1) + 1)
