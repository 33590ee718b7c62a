"""The functions under study. Each is compiled by the claims that name it; none is called from anywhere else."""

from __future__ import annotations

from collections.abc import Callable

import torch
from torch import Tensor
from torch.utils.checkpoint import checkpoint


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


def softmax(x: Tensor) -> Tensor:
    """Softmax over the rows of a matrix."""
    return torch.softmax(x, -1)


def exponential(x: Tensor) -> Tensor:
    """The exponential function of each element, without the rest of softmax."""
    return torch.exp(x)


def gelu(x: Tensor) -> Tensor:
    """The activation gelu, in its exact form."""
    return torch.nn.functional.gelu(x)


def layer_norm(x: Tensor) -> Tensor:
    """Layer normalisation over the last dimension, without weights."""
    return torch.nn.functional.layer_norm(x, x.shape[-1:])


def attention(x: Tensor) -> Tensor:
    """Scaled dot-product attention of a tensor with itself."""
    return torch.nn.functional.scaled_dot_product_attention(x, x, x)


def line_with_scalar_overload(x: Tensor) -> Tensor:
    """The line with ATen's add for a tensor and a scalar called by its full name."""
    return torch.relu(torch.ops.aten.add.Scalar(x @ x.T, 1.0))


def line_with_row_of_ones(x: Tensor) -> Tensor:
    """The line with a row of float64 ones in place of the number."""
    return torch.relu(x @ x.T + torch.ones(x.shape[0], dtype=torch.float64))


def line_by_elements(x: Tensor) -> Tensor:
    """The line with a product element by element in place of the matrix product."""
    return torch.relu(x * x.T + 1.0)


def line_of_integers(x: Tensor) -> Tensor:
    """The line with its numbers cut to whole ones before the product."""
    whole = x.to(torch.int32)
    return torch.relu(whole @ whole.T + 1.0)


def keep_product(x: Tensor) -> tuple[Tensor, Tensor]:
    """The line with its product returned as well."""
    product = x @ x.T
    return product, torch.relu(product + 1.0)


def line_and_sum(x: Tensor) -> tuple[Tensor, Tensor]:
    """The line with a second output: the sum that the relu takes."""
    added = x @ x.T + 1.0
    return added, torch.relu(added)


def add_to_input(x: Tensor) -> Tensor:
    """An add that writes over the input, and a relu of the outcome."""
    x.add_(1.0)
    return torch.relu(x)


def line_in_place(x: Tensor) -> Tensor:
    """The line with its last two operations written over the product."""
    return (x @ x.T).add_(1.0).relu_()


def transposed_result(x: Tensor) -> tuple[Tensor, Tensor]:
    """The line, returned together with the transpose of its result."""
    result = torch.relu(x @ x.T + 1.0)
    return result, result.T


def transposed_input(x: Tensor) -> tuple[Tensor, Tensor]:
    """The line, returned together with the transpose of its input."""
    return torch.relu(x @ x.T + 1.0), x.T


def transposed_by_method(x: Tensor) -> tuple[Tensor, Tensor]:
    """The line, returned together with the transpose of its input, for which a method is called."""
    return torch.relu(x @ x.T + 1.0), x.transpose(0, 1)


def transposed_copy(x: Tensor) -> tuple[Tensor, Tensor]:
    """The line, returned together with a copy of its result's transpose."""
    result = torch.relu(x @ x.T + 1.0)
    return result, result.T.clone()


def two_readers(x: Tensor) -> tuple[Tensor, Tensor]:
    """Two results that read the same input and not each other."""
    return torch.relu(x + 1.0), torch.sigmoid(x)


def result_and_its_sums(x: Tensor) -> tuple[Tensor, Tensor]:
    """A result and the sum of each of its rows."""
    result = torch.relu(x + 1.0)
    return result, result.sum(1)


def tail(y: Tensor) -> Tensor:
    """The line after its product, which leaves one generated loop and no library call."""
    return torch.relu(y + 1.0)


def tail_without_nan(x: Tensor) -> Tensor:
    """The tail with zero wherever the sum is not above zero, which a NaN is not."""
    added = x + 1.0
    return torch.where(added > 0.0, added, 0.0)


def relu_alone(x: Tensor) -> Tensor:
    """The tail without its add."""
    return torch.relu(x)


def left_first(a: Tensor, b: Tensor, c: Tensor) -> Tensor:
    """A sum of three, the first two added first."""
    return (a + b) + c


def right_first(a: Tensor, b: Tensor, c: Tensor) -> Tensor:
    """A sum of three, the last two added first."""
    return a + (b + c)


def there_and_back(a: Tensor, b: Tensor) -> Tensor:
    """A sum that an algebraist would simplify to b."""
    return (a + b) - a


def product_in_halves(x: Tensor) -> Tensor:
    """The product with itself transposed, each sum made of two partial sums."""
    half = x.shape[1] // 2
    return x[:, :half] @ x[:, :half].T + x[:, half:] @ x[:, half:].T


def floor_quotient(a: Tensor, b: Tensor) -> Tensor:
    """An integer division, rounded down."""
    return torch.div(a, b, rounding_mode="floor")


def plus_one(a: Tensor) -> Tensor:
    """One more than each element."""
    return a + 1


def loss(x: Tensor) -> Tensor:
    """The line made into one number, so that there is something to take the gradient of."""
    return line(x).square().mean()


def loss_recomputed(x: Tensor) -> Tensor:
    """The loss under a checkpoint: nothing that it computes may be kept for its backward."""
    return checkpoint(loss, x, use_reentrant=False)


def loss_weighted(x: Tensor, weight: Tensor) -> Tensor:
    """The loss with a weight on every element of the line, so that its gradient need not be symmetric."""
    return (line(x) * weight).square().mean()


def loss_and_matrix(x: Tensor) -> tuple[Tensor, Tensor]:
    """The loss together with the matrix that it was made from."""
    y = line(x)
    return y.square().mean(), y


def loss_without_product(x: Tensor) -> Tensor:
    """The loss with the product of matrices replaced by the product of elements."""
    return torch.relu(x * x + 1.0).square().mean()


def loss_without_relu(x: Tensor) -> Tensor:
    """The loss without the relu."""
    return line_without_relu(x).square().mean()


def relu_of_affine(x: Tensor) -> Tensor:
    """The expression of the small compiler in claims/tiny.py."""
    return torch.relu(x * (2 + 1) + 1)


def tail_in_c(sources: str) -> str:
    """The tail written out in C over 4,096 floats, the sources of its maximum in this order: ``zero, sum``.

    Four lanes suffice to show the order, and every x86-64 processor has them.
    """
    return f"""
#ifdef __x86_64__
#include <immintrin.h>
extern "C" void kernel(float* p) {{
    for (long i = 0; i < 4096; i += 4) {{
        __m128 zero = _mm_setzero_ps(), sum = _mm_add_ps(_mm_loadu_ps(p + i), _mm_set1_ps(1.0f));
        _mm_storeu_ps(p + i, _mm_max_ps({sources}));
    }}
}}
#else
static float maximum(float a, float b) {{ return a > b ? a : b; }}
extern "C" void kernel(float* p) {{
    for (long i = 0; i < 4096; ++i) {{ float zero = 0.0f, sum = p[i] + 1.0f; p[i] = maximum({sources}); }}
}}
#endif
"""


def product(x: Tensor) -> Tensor:
    """The line's product alone."""
    return x @ x.T


def shifted(x: Tensor, k: float | Tensor) -> Tensor:
    """The line with a number that is handed to it in place of one."""
    return torch.relu(x @ x.T + k)


def gate_by_sum(x: Tensor) -> Tensor:
    """The line, doubled if its sum is positive: a branch on a number in a tensor."""
    y = line(x)
    if y.sum().item() > 0:
        return y * 2.0
    return y


def gate_by_where(x: Tensor) -> Tensor:
    """The same choice without a branch: both candidates are computed."""
    y = line(x)
    return torch.where(y.sum() > 0, y * 2.0, y)


def gate_by_cond(x: Tensor) -> Tensor:
    """The same choice as an operator with two functions."""
    y = line(x)
    return torch.cond(y.sum() > 0, lambda y: y * 2.0, lambda y: y + 0.0, (y,))


def shift_and_clamp(x: Tensor, times: int) -> Tensor:
    """The tail again and again: a Python loop with a number of rounds."""
    for _ in range(times):
        x = torch.relu(x + 1.0)
    return x


def shift_until_large(x: Tensor) -> Tensor:
    """A loop that runs as long as the data say, as one operator."""
    return torch.while_loop(lambda x: x.sum() < 1000.0, lambda x: (torch.relu(x + 1.0),), (x,))[0]


def tail_apart(y: Tensor) -> Tensor:
    """The tail with a graph break between the add and the relu."""
    added = y + 1.0
    torch._dynamo.graph_break()
    return torch.relu(added)


def line_where_named(x: Tensor, word: str) -> Tensor:
    """The line where a word is given with it, and its input where the word is empty."""
    return line(x) if word else x


def line_maker(k: float) -> Callable[[Tensor], Tensor]:
    """Make the line with this number; what is made twice are two functions of one code object."""

    def made(x: Tensor) -> Tensor:
        return torch.relu(x @ x.T + k)

    return made


def raised_or_lowered(x: Tensor) -> Tensor:
    """The tail with its number added or taken away, chosen by a sum: torch.where is given both results."""
    return torch.where(x.sum() > 0, torch.relu(x + 1.0), torch.relu(x - 1.0))


def raised_or_lowered_by_branch(x: Tensor) -> Tensor:
    """The same choice by Python, which computes the result that it chose."""
    if x.sum().item() > 0:
        return torch.relu(x + 1.0)
    return torch.relu(x - 1.0)


def rows_or_columns(x: Tensor) -> Tensor:
    """A product of rows or of columns, chosen by a sum: torch.where is given both products."""
    return torch.where(x.sum() > 0, x @ x.t(), x.t() @ x)


def rows_or_columns_by_cond(x: Tensor) -> Tensor:
    """The same choice as an operator with two functions."""
    return torch.cond(x.sum() > 0, lambda x: x @ x.t(), lambda x: x.t() @ x, (x,))


def rows_or_columns_by_branch(x: Tensor) -> Tensor:
    """The same choice by Python."""
    if x.sum().item() > 0:
        return x @ x.t()
    return x.t() @ x


def multiply_and_clamp(x: Tensor, times: int) -> Tensor:
    """A Python loop that multiplies in every round."""
    for _ in range(times):
        x = torch.relu(x @ x + 1.0)
    return x


def move_along(x: Tensor) -> Tensor:
    """Each element written one place further on, over what is read next."""
    x[1:].copy_(x[:-1])
    return x


def move_copy_along(x: Tensor) -> Tensor:
    """The same from a copy, which shares no memory with the target."""
    x[1:].copy_(x[:-1].clone())
    return x


def write_over(x: Tensor) -> Tensor:
    """An add that writes over what it is given."""
    return x.add_(1.0)


def shift_left(a: Tensor, k: Tensor) -> Tensor:
    """Integers, their bits moved to the left."""
    return a << k


def shift_right(a: Tensor, k: Tensor) -> Tensor:
    """Integers, their bits moved to the right."""
    return a >> k


def shift_left_within(a: Tensor, k: Tensor) -> Tensor:
    """The same by what is left of the distance after whole turns of eight bits, as a processor may take it."""
    return a << (k & 7)


def product_by_elements(x: Tensor) -> Tensor:
    """The line's product written with operations on elements and a sum."""
    return (x[:, None, :] * x[None, :, :]).sum(-1)


def steps_in_another_order(x: Tensor) -> Tensor:
    """The three operations of the guide's notebook with the relu first."""
    return torch.relu(x) * 2.0 + 1.0


def steps_and_sum(x: Tensor) -> tuple[Tensor, Tensor]:
    """The three operations of the guide's notebook, what the relu takes returned as well."""
    added = x * 2.0 + 1.0
    return added, torch.relu(added)


def steps_apart(x: Tensor) -> Tensor:
    """The three operations of the guide's notebook with a graph break before the relu."""
    added = x * 2.0 + 1.0
    torch._dynamo.graph_break()
    return torch.relu(added)
